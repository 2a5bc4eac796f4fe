// Paths of items over the whole run.

import { Quaternion, Vector3 } from "three";
import type { Run } from "./data";
import type { Poses } from "./pose";

/** The path of a point of an item: a body's origin, a sensor, the last node of a line, the place of a joint, the middle of a spring. */
export function pathOf(run: Run, poses: Poses, frameOf: (node: number) => number, name: string): Float32Array | null {
  const { scene } = run.data;
  const body = scene.bodies.find((b) => b.name === name);
  const sensor = scene.sensors.find((s) => s.name === name);
  const line = scene.lines.find((l) => l.name === name);
  const link = [...scene.joints, ...scene.links].find((l) => l.name === name);
  const disc = scene.discs.find((d) => d.name === name);
  if (body) return columns(run, run.column("position") + 3 * body.index);
  if (sensor) return columns(run, run.column("point") + 3 * sensor.index);
  if (line) return columns(run, run.column("node_position") + 3 * (line.firstNode + line.nodes - 1));
  if (disc) return columns(run, run.column("position") + 3 * disc.body);
  // What is held by the ground has no path.
  if (!link || link.between.every((end) => end.kind === "ground")) return null;
  const block = run.geometry;
  const { count } = run.stored[block]!.block;
  const points = new Float32Array(3 * count);
  const [a, b, turn] = [new Vector3(), new Vector3(), new Quaternion()];
  for (let k = 0; k < count; k++) {
    poses.at(run.x(block, k));
    poses.anchor(link.between[0], frameOf, a, turn);
    poses.anchor(link.between[1], frameOf, b, turn);
    a.add(b).multiplyScalar(0.5).toArray(points, 3 * k);
  }
  return points;
}

function columns(run: Run, column: number): Float32Array {
  const series = [0, 1, 2].map((c) => run.series(column + c));
  const points = new Float32Array(3 * series[0]!.length);
  for (let k = 0; k < series[0]!.length; k++) for (let c = 0; c < 3; c++) points[3 * k + c] = series[c]![k]!;
  return points;
}
