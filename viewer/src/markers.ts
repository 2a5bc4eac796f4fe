// What stands for a joint: a body whose form tells the kind, and rods along its axes.

import { BoxGeometry, CylinderGeometry, Group, IcosahedronGeometry, type Material, Mesh, SphereGeometry, Vector3 } from "three";

export function jointMarker(kind: string, r: number, material: Material): Group {
  const marker = new Group();
  const axis = (direction: Vector3, long: number) => {
    const rod = new Mesh(new CylinderGeometry(0.25 * r, 0.25 * r, long, 8), material);
    rod.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), direction);
    marker.add(rod);
  };
  const z = new Vector3(0, 0, 1);
  const x = new Vector3(1, 0, 0);
  const y = new Vector3(0, 1, 0);
  let core: Mesh;
  if (kind === "spherical" || kind === "distance") core = new Mesh(new SphereGeometry(r, 14, 10), material);
  else if (kind === "fixed" || kind === "orientation-lock") core = new Mesh(new IcosahedronGeometry(r), material);
  else if (kind === "prismatic" || kind === "planar")
    core = new Mesh(new BoxGeometry(kind === "planar" ? 4 * r : 1.6 * r, kind === "planar" ? 4 * r : 1.6 * r, kind === "planar" ? 0.4 * r : 3.2 * r), material);
  else {
    const shape = new CylinderGeometry(0.9 * r, 0.9 * r, 2.2 * r, 18);
    shape.rotateX(Math.PI / 2);
    core = new Mesh(shape, material);
  }
  if (["revolute", "prismatic", "cylindrical", "screw", "planar"].includes(kind)) axis(z, 7 * r);
  if (kind === "universal") {
    axis(x, 6 * r);
    axis(y, 6 * r);
  }
  marker.add(core);
  return marker;
}
