// What stands for a joint: a body whose form tells the kind, and rods along its axes.

import { BoxGeometry, CylinderGeometry, Group, IcosahedronGeometry, type Material, Mesh, SphereGeometry, Vector3 } from "three";

export function jointMarker(core: string, rods: number[], r: number, material: Material): Group {
  const marker = new Group();
  const axis = (direction: Vector3, long: number) => {
    const rod = new Mesh(new CylinderGeometry(0.25 * r, 0.25 * r, long, 8), material);
    rod.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), direction);
    marker.add(rod);
  };
  let body: Mesh;
  if (core === "ball") body = new Mesh(new SphereGeometry(r, 14, 10), material);
  else if (core === "block") body = new Mesh(new IcosahedronGeometry(r), material);
  else if (core === "slider") body = new Mesh(new BoxGeometry(1.6 * r, 1.6 * r, 3.2 * r), material);
  else if (core === "plate") body = new Mesh(new BoxGeometry(4 * r, 4 * r, 0.4 * r), material);
  else {
    const shape = new CylinderGeometry(0.9 * r, 0.9 * r, 2.2 * r, 18);
    shape.rotateX(Math.PI / 2);
    body = new Mesh(shape, material);
  }
  for (const k of rods) axis(new Vector3().setComponent(k, 1), (k === 2 ? 7 : 6) * r);
  marker.add(body);
  return marker;
}
