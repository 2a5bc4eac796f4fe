// What flexible bodies are coloured by: the scale over the whole run, and the values of the moment.

import { between, scaleOf, type Scale } from "./colour";
import type { Run } from "./data";
import type { Poses } from "./pose";
import type { Sweep } from "./sweep";
import type { ColourItem, Variable } from "./types";

/** A variable and its component, `-1` for the length of the vector. */
export interface Colouring {
  variable: string;
  component: number;
  /** Values at the ends of the scale; those of the whole run where there is none. */
  range: [number | null, number | null];
}

export class Painting {
  private colouring: Colouring | null = null;
  private readonly values = new Map<Sweep, Float32Array>();
  scale: Scale | null = null;
  /** The least and the largest value of the whole run. */
  found: [number, number] | null = null;

  constructor(private readonly run: Run, private readonly poses: Poses, private readonly sweeps: Sweep[]) {}

  /** Chooses what is shown; the scale spans the whole run, from exact extremes. */
  choose(colouring: Colouring | null): void {
    this.colouring = colouring;
    this.scale = null;
    this.found = null;
    const variable = colouring && this.run.variable(colouring.variable);
    if (colouring && variable) {
      const [low, high] = this.extremes(variable, colouring.component);
      const [from, to] = colouring.range;
      if (low <= high) {
        this.found = [low, high];
        this.scale = from === null && to === null ? scaleOf(low, high) : between(from ?? low, to ?? high);
      }
    }
    if (!this.scale) for (const sweep of this.sweeps) sweep.colour(null, null, false);
    this.paint();
  }

  private extremes(variable: Variable, component: number): [number, number] {
    const { run } = this;
    const labels = variable.axes.map((a) => run.data.axes[a]!.labels.length);
    const parts = labels.length > 1 ? labels[1]! : 1;
    let low = Infinity;
    let high = -Infinity;
    for (let k = 0; k < labels[0]!; k++) {
      if (component >= 0) {
        const e = run.exact(variable.offset + k * parts + component);
        low = Math.min(low, e.min);
        high = Math.max(high, e.max);
      } else {
        low = 0;
        const columns = Array.from({ length: parts }, (_, c) => run.series(variable.offset + k * parts + c));
        const count = columns[0]!.length;
        for (let f = 0; f < count; f++) {
          let square = 0;
          for (const column of columns) square += column[f]! * column[f]!;
          if (square > high * high || high < 0) high = Math.sqrt(square);
        }
      }
    }
    return [low, high];
  }

  private get item(): ColourItem | undefined {
    return (this.run.data.scene.colours ?? []).find((c) => c.variable === this.colouring?.variable);
  }

  /** Whether flexible bodies of a kind have what is chosen. */
  applies(kind: string): boolean {
    const { item } = this;
    return item !== undefined && (item.kind === null || item.kind === kind);
  }

  /** Whether it stands at nodes; otherwise at places of its own. */
  get byNode(): boolean {
    return this.item?.kind === null;
  }

  /** Values of a flexible body now; nothing if it does not show any. */
  of(sweep: Sweep): Float32Array | null {
    return this.scale && this.applies(sweep.line.kind) ? this.values.get(sweep) ?? null : null;
  }

  /** Gives flexible bodies the colours of the moment. */
  paint(): void {
    const { colouring, scale, run } = this;
    const variable = colouring && run.variable(colouring.variable);
    if (!colouring || !scale || !variable) return;
    const parts = variable.axes.length > 1 ? run.data.axes[variable.axes[1]!]!.labels.length : 1;
    for (const sweep of this.sweeps) {
      if (!this.applies(sweep.line.kind)) continue;
      const { firstNode, firstStation, nodes } = sweep.line;
      const { byNode } = this;
      let values = this.values.get(sweep);
      const count = byNode ? nodes : sweep.stations;
      if (values?.length !== count) this.values.set(sweep, (values = new Float32Array(count)));
      const first = variable.offset + parts * (byNode ? firstNode : firstStation);
      if (colouring.component >= 0) this.poses.fields(first + colouring.component, parts, values);
      else {
        const one = new Float32Array(count);
        values.fill(0);
        for (let c = 0; c < parts; c++) {
          this.poses.fields(first + c, parts, one);
          for (let k = 0; k < count; k++) values[k]! += one[k]! * one[k]!;
        }
        for (let k = 0; k < count; k++) values[k] = Math.sqrt(values[k]!);
      }
      sweep.colour(scale, values, byNode);
    }
  }
}
