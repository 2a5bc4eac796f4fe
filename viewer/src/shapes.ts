// Meshes of things that move as a whole: triangles with normals that keep edges sharp and round things smooth.

import { BufferAttribute, BufferGeometry, Quaternion, Vector3 } from "three";
import { inflate } from "./data";
import type { Poses } from "./pose";
import type { MeshData, SceneData, ThingItem } from "./types";

/** Faces that meet at a smaller angle are parts of one round surface. */
const ROUND = Math.cos((35 * Math.PI) / 180);
/** Corners where more triangles meet are drawn with edges: to compare all pairs would take too long. */
const CROWDED = 200;

const ready = new WeakMap<SceneData, BufferGeometry[]>();

/** Unpacks the meshes of a run; to be awaited before it is drawn. */
export async function prepareShapes(scene: SceneData): Promise<void> {
  ready.set(scene, await Promise.all((scene.meshes ?? []).map(geometryOf)));
}

/** A mesh by its number, if it could be unpacked. */
export function meshOf(scene: SceneData, mesh: number): BufferGeometry | null {
  return ready.get(scene)?.[mesh] ?? null;
}

async function geometryOf(mesh: MeshData): Promise<BufferGeometry> {
  const bytes = await inflate(mesh.data, "deflate");
  const places = new Float32Array(bytes.buffer, 0, 3 * mesh.vertices);
  const corners = new Uint32Array(bytes.buffer, 12 * mesh.vertices, 3 * mesh.triangles);
  const position = new Float32Array(9 * mesh.triangles);
  for (let k = 0; k < corners.length; k++) position.set(places.subarray(3 * corners[k]!, 3 * corners[k]! + 3), 3 * k);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(position, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals(position, corners, mesh.vertices), 3));
  geometry.computeBoundingSphere();
  return geometry;
}

/** At each corner of each triangle the mean normal of those around it that belong to the same round surface. */
function normals(position: Float32Array, corners: Uint32Array, vertices: number): Float32Array {
  const faces = new Float32Array(corners.length);
  const units = new Float32Array(corners.length);
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  for (let t = 0; t < corners.length; t += 3) {
    a.fromArray(position, 3 * t);
    b.fromArray(position, 3 * t + 3).sub(a);
    c.fromArray(position, 3 * t + 6).sub(a);
    b.cross(c).toArray(faces, t);
    b.normalize().toArray(units, t);
  }
  // Triangles around each corner, one list after the other.
  const starts = new Uint32Array(vertices + 1);
  for (const k of corners) starts[k + 1]!++;
  for (let k = 0; k < vertices; k++) starts[k + 1]! += starts[k]!;
  const filled = starts.slice(0, vertices);
  const around = new Uint32Array(corners.length);
  corners.forEach((corner, k) => (around[filled[corner]!++] = k - (k % 3)));
  const result = new Float32Array(3 * corners.length);
  corners.forEach((corner, k) => {
    const own = k - (k % 3);
    a.fromArray(units, own);
    c.fromArray(faces, own);
    const [from, to] = [starts[corner]!, starts[corner + 1]!];
    if (to - from < CROWDED)
      for (let n = from; n < to; n++) {
        const other = around[n]!;
        if (other !== own && b.fromArray(units, other).dot(a) > ROUND) c.add(b.fromArray(faces, other));
      }
    c.normalize().toArray(result, 3 * k);
  });
  return result;
}

const PART = new Vector3();
const TURN = new Quaternion();

/** Where a thing is: where the node says that it is fixed to, or between two nodes the mean of both. */
export function placeShape(fixed: ThingItem["fixed"], poses: Poses, frameOf: (node: number) => number, position: Vector3, turn: Quaternion): void {
  let done = 0;
  for (const end of fixed) {
    poses.anchor(end, frameOf, PART, TURN);
    if (done === 0) {
      position.copy(PART);
      turn.copy(TURN);
    } else {
      const part = end.weight / (done + end.weight);
      position.lerp(PART, part);
      turn.slerp(TURN, part);
    }
    done += end.weight;
  }
}
