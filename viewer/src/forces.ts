// Contact forces as arrows: one for every shape that touches something, where its largest force acts.

import { Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import type { Run } from "./data";

/**
 * The largest force is at most this part of the size of the model, or most of them are this part: impacts are so much larger than what
 * rests that with one scale for both only impacts would be seen.
 */
const LONGEST = 0.2;
const USUAL = 0.1;
const MOST = 0.9;
/** Longer arrows are cut and have two heads, as a part of the size of the model. */
const CUT = 0.5;
/** From so many forces it is found what most of them are. */
const SAMPLES = 100_000;
/** Radius of shafts, length of heads and half of their width, as parts of the longest arrow; heads of short arrows are shorter. */
const SHAFT = 0.018;
const HEAD = 0.17;
const SLIM = 0.36;
const MOST_HEAD = 0.5;

/** Colours by state: what friction holds, and what slides or has no friction. The same as in pictures. */
export const STATES = [["sticks", "#008ba0"], ["slides", "#de5400"]] as const;

/** 1, 2 or 5 times a power of ten, not less than a number. */
function roundUp(least: number): number {
  if (!(least > 0 && Number.isFinite(least))) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return (([1, 2, 5].find((n) => n * power >= least * (1 - 1e-9)) ?? 10) * power);
}

export class Forces {
  readonly group = new Group();
  /** Newtons per metre. */
  scale = 1;
  /** That which the user wants. */
  asked: number | null = null;
  /** The largest force of the frames of the page. */
  largest = 0;
  /** Newtons that most of them are below. */
  private usual = 0;
  private readonly shapes: number[];
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;
  private readonly colours = STATES.map(([, colour]) => new Color(colour));

  constructor(private readonly run: Run, private readonly size: number) {
    const names = run.data.axes.find((a) => a.name === "contact_shape")?.labels ?? [];
    const grounded = new Set(run.data.scene.grounded);
    const known = ["touch_force", "touch_point", "touch_state"].every((name) => run.column(name) >= 0);
    // What stands on the ground feels the opposite of what others have.
    this.shapes = known ? [...names.keys()].filter((k) => !grounded.has(names[k]!)) : [];
    // Most forces act inside of what is drawn or behind it, so they are drawn over everything, without light: their faces need no order.
    const material = new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true });
    const upward = (geometry: CylinderGeometry) => geometry.translate(0, 0.5, 0);
    this.shafts = new InstancedMesh(upward(new CylinderGeometry(1, 1, 1, 10)), material, this.shapes.length);
    this.heads = new InstancedMesh(upward(new ConeGeometry(1, 1, 18)), material, 2 * this.shapes.length);
    for (const mesh of [this.shafts, this.heads]) {
      mesh.frustumCulled = false;
      mesh.renderOrder = 10;
      mesh.count = 0;
      this.group.add(mesh);
    }
    this.measure();
  }

  /** Whether there are shapes that can have forces. */
  get possible(): boolean {
    return this.shapes.length > 0;
  }

  /** Whether any shape touches anything, in the frames of the page. */
  get any(): boolean {
    return this.largest > 0;
  }

  /** How many arrows are shown. */
  get count(): number {
    return this.group.visible ? this.shafts.count : 0;
  }

  /** Whether some arrows are cut. */
  get cut(): boolean {
    return this.largest > CUT * this.size * this.scale;
  }

  /** Finds how large forces are, and a scale for them. */
  measure(): void {
    this.largest = 0;
    if (this.shapes.length === 0) return;
    const [values, first, count] = this.run.columns(this.run.column("touch_force"));
    const some: number[] = [];
    const every = Math.max(1, Math.ceil((this.shapes.length * count) / SAMPLES));
    let seen = 0;
    for (const shape of this.shapes)
      for (let k = 0, p = (first + 3 * shape) * count; k < count; k++, p++) {
        const force = Math.hypot(values[p]!, values[p + count]!, values[p + 2 * count]!);
        if (force > this.largest) this.largest = force;
        if (force > 0 && seen++ % every === 0) some.push(force);
      }
    some.sort((a, b) => a - b);
    this.usual = some[Math.floor(MOST * (some.length - 1))] ?? 0;
    this.scale = this.asked ?? roundUp(Math.min(this.largest / LONGEST, this.usual / USUAL) / this.size);
  }

  /** Those of the stored frame nearest to a time: forces do not go over into each other as places do. */
  update(x: number, enlarged: boolean): void {
    let shown = 0;
    let heads = 0;
    // Where displacements are larger, forces are not on what they act on.
    if (this.group.visible && !enlarged && this.shapes.length > 0) {
      const { run } = this;
      const force = run.column("touch_force");
      const state = run.column("touch_state");
      const point = run.column("touch_point");
      const k = run.nearest(run.blockOf(force), x);
      const at = run.nearest(run.blockOf(point), x);
      for (const shape of this.shapes) {
        const how = run.value(state + shape, k);
        FORCE.set(run.value(force + 3 * shape, k), run.value(force + 3 * shape + 1, k), run.value(force + 3 * shape + 2, k));
        AT.set(run.value(point + 3 * shape, at), run.value(point + 3 * shape + 1, at), run.value(point + 3 * shape + 2, at));
        const long = FORCE.length() / this.scale;
        if (!(how > 0.5 && long > 0 && Number.isFinite(long))) continue;
        heads = this.place(shown, heads, long, this.colours[how > 1.5 ? 1 : 0]!);
        shown++;
      }
    }
    this.shafts.count = shown;
    this.heads.count = heads;
    for (const mesh of [this.shafts, this.heads]) {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** Places an arrow, its heads from a number on; returns the number behind them. */
  private place(index: number, first: number, wanted: number, colour: Color): number {
    const unit = LONGEST * this.size;
    const long = Math.min(wanted, CUT * this.size);
    const head = Math.min(HEAD * unit, MOST_HEAD * long);
    const thick = Math.min(SHAFT * unit, 0.4 * SLIM * head);
    TURN.setFromUnitVectors(Y, FORCE.normalize());
    WIDE.set(thick, long - head, thick);
    this.shafts.setMatrixAt(index, MATRIX.compose(AT, TURN, WIDE));
    this.shafts.setColorAt(index, colour);
    AT.addScaledVector(FORCE, long - head);
    WIDE.set(SLIM * head, head, SLIM * head);
    const heads = wanted > long ? 2 : 1;
    for (let k = 0; k < heads; k++) {
      this.heads.setMatrixAt(first + k, MATRIX.compose(AT, TURN, WIDE));
      this.heads.setColorAt(first + k, colour);
      AT.addScaledVector(FORCE, -1.2 * head);
    }
    return first + heads;
  }
}

const Y = new Vector3(0, 1, 0);
const FORCE = new Vector3();
const AT = new Vector3();
const WIDE = new Vector3();
const TURN = new Quaternion();
const MATRIX = new Matrix4();
