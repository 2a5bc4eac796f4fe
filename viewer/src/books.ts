// The pages of the ledger and of convergence: plots of columns that every results file has, and tables of exact values.

import type { Clock } from "./clock";
import type { Run } from "./data";
import { digits, exactly, h } from "./dom";
import { Plot, outputCurve, type Curve, type PlotOptions } from "./plot";

class Plots {
  readonly plots: Plot[] = [];
  readonly area = h("div", { class: "pair" });

  constructor(private readonly runs: Run[], private readonly clock: Clock) {}

  add(options: PlotOptions, curves: Curve[]): void {
    if (curves.length === 0) return;
    const plot = new Plot(this.clock, this.runs[0]!, options);
    this.plots.push(plot);
    this.area.append(plot.element);
    plot.set(curves);
  }

  /** Curves of outputs of all runs. */
  outputs(names: string[], change?: (value: number) => number, label?: (name: string) => string): Curve[] {
    const list: Curve[] = [];
    names.forEach((name, k) =>
      this.runs.forEach((run, r) => {
        const curve = outputCurve(this.runs, r, name);
        if (!curve) return;
        if (change) {
          curve.y = Float64Array.from(curve.y as Float64Array, change);
          const read = curve.read!;
          curve.read = (x) => change(read(x));
        }
        curve.colour = `--c${k % 8}`;
        if (label) curve.label = this.runs.length > 1 ? `${label(name)} (${run.data.file})` : label(name);
        list.push(curve);
      }),
    );
    return list;
  }
}

/** Sizes for an axis in powers of ten; zero has no place on it. */
const size = (value: number): number => (value === 0 ? NaN : Math.abs(value));

const ENERGIES = ["kinetic_energy", "elastic_energy", "gravity_energy"];
const WORKS = ["load_work", "motor_work", "motion_work"];

/** A page that is made anew when its run has grown. */
abstract class Books {
  readonly element = h("section", { class: "page" });
  private set: Plots | null = null;
  private stale = false;

  constructor(private readonly runs: Run[], private readonly clock: Clock) {
    this.make();
  }

  protected abstract build(runs: Run[], set: Plots): HTMLElement;

  private make(): void {
    this.set?.plots.forEach((plot) => plot.dispose());
    this.set = new Plots(this.runs, this.clock);
    const { scrollTop } = this.element;
    this.element.replaceChildren(this.build(this.runs, this.set));
    this.element.scrollTop = scrollTop;
    this.stale = false;
  }

  /** The run has grown; what nobody sees is made when it is looked at. */
  grown(): void {
    if (this.element.classList.contains("shown")) this.make();
    else this.stale = true;
  }

  at(x: number): void {
    if (this.stale && this.element.classList.contains("shown")) this.make();
    for (const plot of this.set?.plots ?? []) plot.mark(x);
  }

  theme(): void {
    for (const plot of this.set?.plots ?? []) plot.draw();
  }
}

export class LedgerPage extends Books {
  protected build(runs: Run[], set: Plots): HTMLElement {
    const run = runs[0]!;
    set.add({ title: "Where the energy is", file: "energy", height: 280 }, stack(run));
    set.add({ title: "Dissipation: numerical against physical", file: "dissipation", height: 280 }, set.outputs(["numerical_dissipation", "physical_dissipation", "contact_dissipation", "friction_dissipation"]));
    set.add({ title: "Energy that no account explains (size)", file: "energy-gap", log: true }, set.outputs(["energy_gap"], size));
    set.add({ title: "Work since the start", file: "work" }, set.outputs(WORKS));
    for (const [variable, title, gap] of [
      ["linear_momentum", "Linear momentum", "linear_momentum_gap"],
      ["angular_momentum", "Angular momentum", "angular_momentum_gap"],
    ] as const) {
      const axes = ["x", "y", "z"].map((a) => `${variable}.${a}`);
      set.add({ title: `${title} against impulses of loads and ground (dashed)`, file: variable }, [...set.outputs(axes), ...(runs.length === 1 ? balance(run, variable) : [])]);
      set.add({ title: `${title} that no impulse explains (size)`, file: gap, log: true }, set.outputs(["x", "y", "z"].map((a) => `${gap}.${a}`), size));
    }
    return h("div", { class: "wide" }, set.area, ...runs.map(ledgerTable));
  }
}

/** Energies and what was taken out, one upon the other; the line is the start and the work put in. They meet. */
function stack(run: Run): Curve[] {
  const column = (name: string) => run.output(name)?.column ?? -1;
  if (ENERGIES.some((name) => column(name) < 0)) return [];
  const shift = Math.min(run.exact(column("gravity_energy")).min, 0);
  const list: Curve[] = [];
  const add = (name: string, label: string, colour: string, off = 0) => {
    const at = column(name);
    if (at < 0) return;
    const exact = run.exact(at);
    if (exact.min === 0 && exact.max === 0) return;
    const { x, y } = run.curve(at);
    const block = run.blockOf(at);
    list.push({ label, unit: "J", x, y: Float64Array.from(y, (v) => v - off), run: 0, stacked: true, colour,
      read: (t) => run.value(at, run.nearest(block, t)) });
  };
  add("numerical_dissipation", "taken by the scheme", "--c3");
  add("physical_dissipation", "taken by dampers", "--c1");
  add("contact_dissipation", "lost in contact", "--c5");
  add("friction_dissipation", "lost by friction", "--c6");
  add("kinetic_energy", "kinetic", "--c0");
  add("elastic_energy", "elastic", "--c2");
  add("contact_energy", "in contact and stick", "--c7");
  add("gravity_energy", shift < 0 ? "weight, drawn above its lowest value" : "weight", "--c4", shift);
  if (list.length === 0) return [];
  const total = column("total_energy");
  const works = WORKS.map(column).filter((c) => c >= 0);
  const start = run.exact(total).first - shift;
  const { x } = run.curve(total);
  const sums = works.map((c) => run.curve(c).y);
  const y = Float64Array.from(x, (_, k) => sums.reduce((sum, w) => sum + w[k]!, start));
  list.push({ label: "start and work put in", unit: "J", x, y, run: 0, colour: "--ink",
    read: (t) => works.reduce((sum, c) => sum + run.value(c, run.nearest(run.blockOf(c), t)), start + shift) });
  return list;
}

/** Momentum at the start and all impulses since. */
function balance(run: Run, variable: string): Curve[] {
  const middle = variable === "linear_momentum" ? "impulse" : "angular_impulse";
  const list: Curve[] = [];
  ["x", "y", "z"].forEach((axis, k) => {
    const names = [`load_${middle}.${axis}`, `ground_${middle}.${axis}`];
    const columns = names.map((name) => run.output(name)?.column ?? -1).filter((c) => c >= 0);
    const momentum = run.output(`${variable}.${axis}`);
    if (columns.length < 2 || !momentum) return;
    const curves = columns.map((c) => run.curve(c));
    const start = run.exact(momentum.column).first;
    const y = Float64Array.from(curves[0]!.x, (_, i) => curves.reduce((sum, c) => sum + c.y[i]!, start));
    const block = run.blockOf(columns[0]!);
    list.push({ label: `impulses ${axis}`, unit: momentum.unit, x: curves[0]!.x, y, run: 1, colour: `--c${(k + 3) % 8}`,
      read: (t) => columns.reduce((sum, c) => sum + run.value(c, run.nearest(block, t)), start) });
  });
  return list;
}

/** Exact values: all digits of the results file. */
function ledgerTable(run: Run): HTMLElement {
  const body = h("tbody", {});
  const skip = new Set(["time", "steps", "newton_iterations", "cut_steps", "rejected_steps", "dt", "joint_gap"]);
  for (const output of run.outputs) {
    const variable = run.data.variables.find((v) => output.name === v.name || output.name.startsWith(`${v.name}.`));
    if (!variable || skip.has(variable.name)) continue;
    const e = run.exact(output.column);
    const cell = (value: number) => h("td", { class: "number" }, exactly(value));
    body.append(h("tr", { "data-output": output.name, title: output.description }, h("td", {}, output.name), cell(e.first), cell(e.last), cell(e.min), cell(e.max), h("td", {}, output.unit)));
  }
  const head = ["", "start", "end", "least", "largest", "unit"];
  return h("div", {}, h("h2", {}, `Exact values, ${run.data.file}`), h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ...head.map((t) => h("th", {}, t)))), body)));
}

export class ConvergencePage extends Books {
  protected build(runs: Run[], set: Plots): HTMLElement {
    set.add({ title: "Step", file: "dt", log: true }, set.outputs(["dt"], size));
    set.add({ title: "Newton iterations per step", file: "newton" }, runs.flatMap((run, r) => perStep(run, r, runs.length > 1)));
    set.add({ title: "Steps since the last frame", file: "steps" }, set.outputs(["steps"]));
    const reasons: Record<string, string> = { cut_steps: "cut: the iteration failed", rejected_steps: "rejected: not accurate enough" };
    set.add({ title: "Repeated steps, by reason", file: "repeated" }, set.outputs(Object.keys(reasons), undefined, (name) => reasons[name]!).map((c) => ({ ...c, points: false })));
    set.add({ title: "Largest gap of a joint, relative to the size of the model", file: "joint-gap", log: true }, set.outputs(["joint_gap"], size));
    return h("div", { class: "wide" }, set.area, ...runs.map(summary));
  }
}

function perStep(run: Run, r: number, several: boolean): Curve[] {
  const newton = run.output("newton_iterations")?.column ?? -1;
  const steps = run.output("steps")?.column ?? -1;
  if (newton < 0 || steps < 0) return [];
  const block = run.blockOf(newton);
  const count = run.stored[block]!.block.count;
  const x = Float64Array.from({ length: count }, (_, k) => run.x(block, k));
  const ratio = (k: number) => {
    const n = run.value(steps, k);
    return n > 0 ? run.value(newton, k) / n : NaN;
  };
  return [{ label: several ? `iterations per step (${run.data.file})` : "iterations per step", unit: "1", x, y: x.map((_, k) => ratio(k)), run: r,
    read: (t) => ratio(run.nearest(block, t)) }];
}

/** How the run ended, and the sums of its summary. */
function summary(run: Run): HTMLElement {
  const body = h("tbody", {}, h("tr", {}, h("td", {}, "status"), h("td", {}, run.data.status)));
  for (const [key, value] of run.data.attributes) {
    const number = Number(value);
    const text = value.trim() !== "" && Number.isFinite(number) ? digits(number, 8) : value;
    body.append(h("tr", {}, h("td", {}, key.replaceAll("_", " ")), h("td", {}, text)));
  }
  return h("div", {}, h("h2", {}, `The run, ${run.data.file}`), h("div", { class: "scroll" }, h("table", {}, body)));
}
