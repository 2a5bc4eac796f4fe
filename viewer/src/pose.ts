// Poses of items at a time of the animation, between two stored frames.

import { Matrix4, Quaternion, Vector3 } from "three";
import type { Run } from "./data";
import type { Anchor } from "./types";

/** Reads positions and orientations out of a run at a time. */
export class Poses {
  private k = 0;
  private part = 0;
  private readonly block: number;
  private readonly position: number;
  private readonly orientation: number;
  private readonly node: number;
  private readonly frame: number;

  constructor(readonly run: Run) {
    this.block = Math.max(run.block("geometry"), 0);
    this.position = run.column("position");
    this.orientation = run.column("orientation");
    this.node = run.column("node_position");
    this.frame = run.column("node_orientation");
  }

  /** Sets the time. */
  at(x: number): void {
    const { run, block } = this;
    this.k = run.indexAt(block, x);
    const here = run.x(block, this.k);
    const last = run.stored[block]!.block.count - 1;
    this.part = 0;
    if (this.k < last && x > here) this.part = Math.min((x - here) / (run.x(block, this.k + 1) - here), 1);
  }

  private mixed(column: number): number {
    const a = this.run.value(column, this.k);
    return this.part === 0 ? a : a + this.part * (this.run.value(column, this.k + 1) - a);
  }

  private vector(column: number, to: Vector3): Vector3 {
    return to.set(this.mixed(column), this.mixed(column + 1), this.mixed(column + 2));
  }

  /** Stored scalar first. The sign is arbitrary, so the nearer one of the next frame is taken. */
  private turn(column: number, to: Quaternion): Quaternion {
    const { run, k } = this;
    const w = run.value(column, k);
    const x = run.value(column + 1, k);
    const y = run.value(column + 2, k);
    const z = run.value(column + 3, k);
    if (this.part === 0) return to.set(x, y, z, w).normalize();
    let [W, X, Y, Z] = [0, 1, 2, 3].map((c) => run.value(column + c, k + 1)) as [number, number, number, number];
    if (w * W + x * X + y * Y + z * Z < 0) [W, X, Y, Z] = [-W, -X, -Y, -Z];
    const f = this.part;
    return to.set(x + f * (X - x), y + f * (Y - y), z + f * (Z - z), w + f * (W - w)).normalize();
  }

  bodyPosition(index: number, to: Vector3): Vector3 {
    return this.vector(this.position + 3 * index, to);
  }

  bodyTurn(index: number, to: Quaternion): Quaternion {
    if (this.orientation < 0) return to.identity();
    return this.turn(this.orientation + 4 * index, to);
  }

  nodePosition(index: number, to: Vector3): Vector3 {
    return this.vector(this.node + 3 * index, to);
  }

  /** Section axes at a node of a beam. */
  nodeTurn(index: number, to: Quaternion): Quaternion {
    return this.turn(this.frame + 4 * index, to);
  }

  /** Pose of a frame fixed to an item. */
  anchor(anchor: Anchor, frameOf: (node: number) => number, position: Vector3, turn: Quaternion): void {
    const at = anchor.at;
    position.set(at[0], at[1], at[2]);
    const [w, x, y, z] = anchor.axes;
    turn.set(x, y, z, w);
    if (anchor.kind === "ground") return;
    if (anchor.kind === "body") {
      this.bodyTurn(anchor.index, ROTATION);
      this.bodyPosition(anchor.index, ORIGIN);
    } else {
      const frame = frameOf(anchor.index);
      this.nodePosition(anchor.index, ORIGIN);
      if (frame < 0) ROTATION.identity();
      else this.nodeTurn(frame, ROTATION);
    }
    position.applyQuaternion(ROTATION).add(ORIGIN);
    turn.premultiply(ROTATION);
  }

  /** Value of a column of any block at the time of the animation. */
  field(column: number, x: number): number {
    const { run } = this;
    const block = run.blockOf(column);
    const k = run.indexAt(block, x);
    const a = run.value(column, k);
    if (k + 1 >= run.stored[block]!.block.count) return a;
    const here = run.x(block, k);
    const f = (x - here) / (run.x(block, k + 1) - here);
    return f > 0 ? a + f * (run.value(column, k + 1) - a) : a;
  }
}

const ROTATION = new Quaternion();
const ORIGIN = new Vector3();

export function matrixOf(position: Vector3, turn: Quaternion, to: Matrix4): Matrix4 {
  return to.compose(position, turn, ONE);
}
const ONE = new Vector3(1, 1, 1);
