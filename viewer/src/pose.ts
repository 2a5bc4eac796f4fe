// Poses of items at a time of the animation, between two stored frames.

import { Matrix4, Quaternion, Vector3 } from "three";
import type { Run } from "./data";
import { center, fit, timesTurn } from "./magnify";
import type { Anchor, LineItem } from "./types";

/** Two stored frames of a block, and the part of the way from one to the other. */
interface Between {
  k: number;
  next: number;
  part: number;
}

/** The nodes of a flexible body at a time, and what is needed to make their displacements larger. */
interface Nodes {
  line: LineItem;
  at: Float64Array;
  turns: Float64Array | null;
  start: { at: Float64Array; turns: Float64Array | null } | null;
  turn: Quaternion;
}

/** Reads positions and orientations out of a run at a time. */
export class Poses {
  private x = 0;
  private nodes: Between = { k: 0, next: 0, part: 0 };
  private bodies: Between = { k: 0, next: 0, part: 0 };
  private readonly position: number;
  private readonly orientation: number;
  private readonly node: number;
  private readonly frame: number;
  private readonly lines: Nodes[];
  /** The flexible body of every node, and of every node with axes. */
  private readonly ofNode: Nodes[] = [];
  private readonly ofFrame: Nodes[] = [];
  /** What displacements are multiplied by. */
  factor = 1;

  constructor(readonly run: Run) {
    this.position = run.column("position");
    this.orientation = run.column("orientation");
    this.node = run.column("node_position");
    this.frame = run.column("node_orientation");
    this.lines = run.data.scene.lines.map((line) => ({
      line,
      at: new Float64Array(3 * line.nodes),
      turns: line.firstFrame >= 0 ? new Float64Array(4 * line.nodes) : null,
      start: null,
      turn: new Quaternion(),
    }));
    for (const nodes of this.lines)
      for (let k = 0; k < nodes.line.nodes; k++) {
        this.ofNode[nodes.line.firstNode + k] = nodes;
        if (nodes.turns) this.ofFrame[nodes.line.firstFrame + k] = nodes;
      }
  }

  /** Sets the time. */
  at(x: number): void {
    this.x = x;
    const { run } = this;
    this.nodes = this.between(run.geometry, x);
    const own = this.position < 0 ? run.geometry : run.blockOf(this.position);
    // Where nodes have fewer frames than bodies, bodies go from frame to frame with them, or they would come apart.
    this.bodies = own === run.geometry ? this.nodes : {
      k: run.nearest(own, run.x(run.geometry, this.nodes.k)),
      next: run.nearest(own, run.x(run.geometry, this.nodes.next)),
      part: this.nodes.part,
    };
    for (const nodes of this.lines) this.read(nodes, this.nodes, nodes.at, nodes.turns);
    if (this.factor !== 1) for (const nodes of this.lines) this.enlarge(nodes);
  }

  private between(block: number, x: number): Between {
    const { run } = this;
    const k = run.indexAt(block, x);
    const here = run.x(block, k);
    const last = run.stored[block]!.block.count - 1;
    const next = Math.min(k + 1, last);
    const part = k < last && x > here ? Math.min((x - here) / (run.x(block, next) - here), 1) : 0;
    return { k, next, part };
  }

  /** All nodes of a flexible body at once: their columns follow one another. */
  private read(nodes: Nodes, between: Between, at: Float64Array, turns: Float64Array | null): void {
    const { line } = nodes;
    const { k, next, part } = between;
    if (this.node < 0) return void at.fill(NaN);
    const [values, from, count] = this.run.columns(this.node + 3 * line.firstNode);
    for (let c = 0, p = from * count; c < at.length; c++, p += count) {
      const a = values[p + k]!;
      at[c] = part === 0 ? a : a + part * (values[p + next]! - a);
    }
    if (!turns) return;
    const [q, first, frames] = this.run.columns(this.frame + 4 * line.firstFrame);
    for (let c = 0, p = first * frames; c < turns.length; c += 4, p += 4 * frames) {
      let w = q[p + k]!;
      let i = q[p + frames + k]!;
      let j = q[p + 2 * frames + k]!;
      let l = q[p + 3 * frames + k]!;
      if (part > 0) {
        // The sign is arbitrary, so the nearer one of the next frame is taken.
        const W = q[p + next]!;
        const I = q[p + frames + next]!;
        const J = q[p + 2 * frames + next]!;
        const L = q[p + 3 * frames + next]!;
        const f = w * W + i * I + j * J + l * L < 0 ? -part : part;
        w = (1 - part) * w + f * W;
        i = (1 - part) * i + f * I;
        j = (1 - part) * j + f * J;
        l = (1 - part) * l + f * L;
      }
      const size = 1 / Math.sqrt(w * w + i * i + j * j + l * l);
      turns[c] = i * size;
      turns[c + 1] = j * size;
      turns[c + 2] = l * size;
      turns[c + 3] = w * size;
    }
  }

  /** Makes the displacements of a flexible body larger: from the first frame, or beside the rigid motion that fits its nodes best. */
  private enlarge(nodes: Nodes): void {
    const { line, at, turns } = nodes;
    if (!nodes.start) {
      nodes.start = { at: new Float64Array(at.length), turns: turns && new Float64Array(turns.length) };
      this.read(nodes, START, nodes.start.at, nodes.start.turns);
    }
    const { start } = nodes;
    const rigid = this.run.data.scene.rigid;
    center(start.at, THEN);
    if (rigid) fit(at, start.at, turns, start.turns, center(at, MIDDLE), THEN, nodes.turn);
    else {
      nodes.turn.identity();
      MIDDLE.copy(THEN);
    }
    for (let k = 0; k < line.nodes; k++) {
      ORIGIN.fromArray(start.at, 3 * k).sub(THEN).applyQuaternion(nodes.turn).add(MIDDLE);
      for (let c = 0; c < 3; c++) {
        const base = ORIGIN.getComponent(c);
        at[3 * k + c] = base + this.factor * (at[3 * k + c]! - base);
      }
      if (!turns || !start.turns) continue;
      ROTATION.fromArray(start.turns, 4 * k).premultiply(nodes.turn);
      OTHER.copy(ROTATION).conjugate().premultiply(TURN.fromArray(turns, 4 * k));
      timesTurn(OTHER, this.factor).multiply(ROTATION).toArray(turns, 4 * k);
    }
  }

  private mixed(column: number, { k, next, part }: Between): number {
    const a = this.run.value(column, k);
    return part === 0 ? a : a + part * (this.run.value(column, next) - a);
  }

  /** Stored scalar first. The sign is arbitrary, so the nearer one of the next frame is taken. */
  private turn(column: number, { k, next, part }: Between, to: Quaternion): Quaternion {
    const { run } = this;
    const w = run.value(column, k);
    const x = run.value(column + 1, k);
    const y = run.value(column + 2, k);
    const z = run.value(column + 3, k);
    if (part === 0) return to.set(x, y, z, w).normalize();
    let [W, X, Y, Z] = [0, 1, 2, 3].map((c) => run.value(column + c, next)) as [number, number, number, number];
    if (w * W + x * X + y * Y + z * Z < 0) [W, X, Y, Z] = [-W, -X, -Y, -Z];
    return to.set(x + part * (X - x), y + part * (Y - y), z + part * (Z - z), w + part * (W - w)).normalize();
  }

  private body(index: number, between: Between, to: Vector3): Vector3 {
    const column = this.position + 3 * index;
    return to.set(this.mixed(column, between), this.mixed(column + 1, between), this.mixed(column + 2, between));
  }

  /** Whether displacements of bodies are made larger too: not beside rigid motions. */
  private get larger(): boolean {
    return this.factor !== 1 && !this.run.data.scene.rigid;
  }

  bodyPosition(index: number, to: Vector3): Vector3 {
    this.body(index, this.bodies, to);
    if (!this.larger) return to;
    this.body(index, START, THEN);
    return to.sub(THEN).multiplyScalar(this.factor).add(THEN);
  }

  bodyTurn(index: number, to: Quaternion): Quaternion {
    if (this.orientation < 0) return to.identity();
    const column = this.orientation + 4 * index;
    this.turn(column, this.bodies, to);
    if (!this.larger) return to;
    this.turn(column, START, TURN);
    OTHER.copy(TURN).conjugate().premultiply(to);
    return to.copy(timesTurn(OTHER, this.factor).multiply(TURN));
  }

  nodePosition(index: number, to: Vector3): Vector3 {
    const nodes = this.ofNode[index]!;
    return to.fromArray(nodes.at, 3 * (index - nodes.line.firstNode));
  }

  /** Section axes at a node of a beam. */
  nodeTurn(index: number, to: Quaternion): Quaternion {
    const nodes = this.ofFrame[index]!;
    return to.fromArray(nodes.turns!, 4 * (index - nodes.line.firstFrame));
  }

  /** All nodes of a flexible body: places, and rotations if they have axes (x, y, z, w). */
  of(line: LineItem): { at: Float64Array; turns: Float64Array | null } {
    return this.ofNode[line.firstNode]!;
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
  field(column: number): number {
    return this.mixed(column, this.between(this.run.blockOf(column), this.x));
  }

  /** Values of columns of one variable at the time of the animation: every `step`-th from a first one. */
  fields(first: number, step: number, to: Float32Array): Float32Array {
    const { k, next, part } = this.between(this.run.blockOf(first), this.x);
    const [values, from, count] = this.run.columns(first);
    for (let c = 0, p = from * count; c < to.length; c++, p += step * count) {
      const a = values[p + k]!;
      to[c] = part === 0 ? a : a + part * (values[p + next]! - a);
    }
    return to;
  }
}

const START: Between = { k: 0, next: 0, part: 0 };
const ROTATION = new Quaternion();
const TURN = new Quaternion();
const OTHER = new Quaternion();
const ORIGIN = new Vector3();
const MIDDLE = new Vector3();
const THEN = new Vector3();

export function matrixOf(position: Vector3, turn: Quaternion, to: Matrix4): Matrix4 {
  return to.compose(position, turn, ONE);
}
const ONE = new Vector3(1, 1, 1);
