// The page of the motion: the view, the picked item, the plots.

import type { Clock } from "./clock";
import { gradient } from "./colour";
import type { Output, Run } from "./data";
import { checkbox, digits, exactly, h } from "./dom";
import { MOST_LINED } from "./elements";
import { forceLegend } from "./forcelegend";
import type { Colouring } from "./colouring";
import type { Spot } from "./figures";
import type { Key } from "./keys";
import { Plot, outputCurve, type Curve } from "./plot";
import { isGround } from "./rigid";
import { Search } from "./search";
import { sectionTool } from "./sectiontool";
import type { Stage } from "./stage";

/** How many values of an item are listed before one must search. */
const LISTED = 300;

/** A plot with its outputs. */
interface Panel {
  plot: Plot;
  names: string[];
}

export class MotionPage {
  readonly element: HTMLElement;
  private readonly legend = h("div", { class: "legend" });
  private readonly forces = h("div", { class: "legend forces" });
  private readonly item = h("div", { class: "item" });
  private readonly plots = h("div", {});
  private panels: Panel[] = [];
  private active: Panel | null = null;
  private cells: { cell: HTMLElement; output: Output; block: number }[] = [];
  private shownItem: string | null = null;
  private spot: Spot | null = null;
  private readonly place = h("p", { class: "spot" });
  private coloured = "";
  private unit = "";
  private range: [number | null, number | null] = [null, null];
  factor = 1;
  private readonly switches = new Map<string, HTMLElement>();

  constructor(private readonly runs: Run[], private readonly stage: Stage, private readonly clock: Clock) {
    const search = new Search(runs[0]!.outputs, (name) => this.add(name));
    const more = h("button", { onclick: () => this.active = this.newPanel([]) }, "new plot");
    search.element.append(more);
    const side = h("div", { class: "side" }, search.element, this.item, this.plots);
    this.element = h("section", { class: "page motion" },
      h("div", { class: "stage" }, stage.canvas, this.tools(), this.legend, this.forces,
        stage.blind ? h("p", { class: "blind" }, "This browser has no WebGL 2, so the motion cannot be shown; plots and tables are complete.") : null), side);
    stage.picked = (name, spot) => this.pick(name, spot);
    this.firstPlots();
    this.pick(null);
    this.showForces(true);
  }

  private tools(): HTMLElement {
    const view = (text: string, which: "iso" | "x" | "y" | "z" | "fit", title: string) =>
      h("button", { title, onclick: () => this.stage.view(which) }, text);
    const select = h("select", { title: "colour of flexible bodies", "aria-label": "colour by" }, h("option", { value: "" }, "plain colour"));
    for (const [label, value] of this.colourings()) select.append(h("option", { value }, label));
    select.addEventListener("change", () => this.colour(select.value, select.selectedOptions[0]?.textContent ?? ""));
    const run = this.runs[0]!;
    const elements = this.stage.figures[0]!.elements;
    this.stage.showLines(elements <= MOST_LINED);
    const tools = h("div", { class: "tools" });
    const opener = h("button", { class: "opener", onclick: () => tools.classList.toggle("open") }, "⋯");
    tools.append(
      h("div", { class: "row" }, view("fit", "fit", "everything in sight"), view("3-D", "iso", "from an angle"), view("x", "x", "along x"), view("y", "y", "along y"), view("z", "z", "along z"), opener),
      h("div", { class: "row more" }, select.options.length > 1 ? select : null,
        this.switch("grid", true, (on) => this.stage.showGrid(on)),
        this.switch("joints", true, (on) => this.stage.showJoints(on)),
        this.switch("axes", false, (on) => this.stage.showTriads(on)),
        this.stage.figures[0]!.forces.possible ? this.switch("forces", true, (on) => this.showForces(on)) : null,
        elements > 0 ? this.switch("elements", elements <= MOST_LINED, (on) => this.stage.showLines(on)) : null,
        elements > 0 ? this.switch("normals", false, (on) => this.stage.showNormals(on)) : null,
        run.data.scene.lines.length > 0 ? this.magnifier() : null,
        this.stage.canCut ? sectionTool(this.stage) : null,
        this.runs.length > 1 ? checkbox(`ghost: ${this.runs[1]!.data.file}`, true, (on) => this.stage.showGhost(on)) : null));
    return tools;
  }

  /** Shows or hides the arrows of contact forces and what they mean. */
  private showForces(on: boolean): void {
    this.stage.showForces(on);
    const { any } = this.stage.figures[0]!.forces;
    this.forces.classList.toggle("shown", on && any);
    if (any) forceLegend(this.forces, this.stage);
  }

  /** A slider from 1 to 1000, ten times as much for each third. */
  private magnifier(): HTMLElement {
    const what = this.runs[0]!.data.scene.rigid ? "deformation" : "displacement";
    const about = this.runs[0]!.data.scene.rigid
      ? "deformations beside the rigid motion of each flexible body are multiplied"
      : "displacements from the first frame are multiplied";
    const slider = h("input", { type: "range", min: 0, max: 3, step: 0.01, value: 0, "aria-label": `${what} times`, title: about, class: "magnify" });
    const shown = h("span", {}, `${what} × 1`);
    slider.addEventListener("input", () => {
      const factor = Number((10 ** Number(slider.value)).toPrecision(2));
      shown.textContent = `${what} × ${factor}`;
      this.factor = factor;
      this.stage.magnify(factor);
    });
    return h("label", { class: "check", title: about }, slider, shown);
  }

  /** Keys of the view. */
  keys(): Key[] {
    const views = ["fit", "iso", "x", "y", "z"] as const;
    const shown = ["grid", "joints", "axes", "forces"];
    return [
      { keys: ["f", "i", "x", "y", "z"], text: "view: everything in sight, from an angle, along x, y, z", act: (k) => this.stage.view(views[k]!) },
      { keys: ["g", "j", "a", "c"], text: `view: show or hide ${shown.slice(0, -1).join(", ")}, contact forces`, act: (k) => this.switches.get(shown[k]!)?.click() },
    ];
  }

  /** A box to check that a key can reach too. */
  private switch(label: string, on: boolean, change: (on: boolean) => void): HTMLElement {
    const box = checkbox(label, on, change);
    this.switches.set(label, box);
    return box;
  }

  private colourings(): [string, string][] {
    const run = this.runs[0]!;
    const list: [string, string][] = [];
    for (const { variable, label, parts } of run.data.scene.colours ?? []) {
      const found = run.variable(variable);
      if (!found) continue;
      const unit = found.unit === "1" ? "" : ` [${found.unit}]`;
      const add = (part: string, component: number) => list.push([`${label}${part}${unit}`, `${variable}:${component}`]);
      // A number has one component; of a vector without named components the size is shown.
      if (parts.length === 0) add("", found.axes.length > 1 ? -1 : 0);
      else [", size", ...parts.map((p) => `: ${p}`)].forEach((part, c) => add(part, c - 1));
    }
    return list;
  }

  private colour(value: string, label: string): void {
    const [variable, component] = value.split(":");
    if (value !== this.coloured) this.range = [null, null];
    this.coloured = value;
    const colouring: Colouring | null = variable ? { variable, component: Number(component), range: this.range } : null;
    for (const figures of this.stage.figures) figures.setColouring(colouring);
    const scale = this.stage.figures[0]!.scale;
    this.legend.classList.toggle("shown", scale !== null);
    if (scale) {
      const bar = h("div", { class: "bar" });
      bar.style.background = gradient(scale);
      const found = this.stage.figures[0]!.found;
      const unit = /\[.*\]$/.exec(label)?.[0] ?? "";
      this.unit = unit.slice(1, -1);
      const end = (which: 0 | 1, shown: number) => {
        const field = h("input", { class: "end", value: digits(shown, 4), title: `${which === 0 ? "lower" : "upper"} end of the colours ${unit}; empty for that of the run`, "aria-label": which === 0 ? "lower end" : "upper end" });
        field.addEventListener("change", () => {
          const wanted = field.value.trim() === "" ? NaN : Number(field.value);
          this.range = [...this.range];
          this.range[which] = Number.isFinite(wanted) ? wanted : null;
          this.colour(value, label);
        });
        return field;
      };
      this.legend.replaceChildren(h("div", {}, label), bar,
        h("div", { class: "ends" }, end(0, scale.low), scale.signed && scale.low === -scale.high ? h("span", {}, "0") : null, end(1, scale.high)),
        found ? h("div", { class: "small" }, `run: min ${digits(found[0], 4)}, max ${digits(found[1], 4)}`) : "");
    }
    this.stage.changed();
  }

  /** What one most likely wants to see first: joint coordinates, else sensors, else the energies. */
  private firstPlots(): void {
    const run = this.runs[0]!;
    const has = (name: string) => run.output(name) !== undefined;
    const of = (variable: string) => run.outputs.filter((o) => o.name.includes(`.${variable}`) && run.variable(variable) !== undefined);
    const start: string[] = [];
    for (const variable of ["angle", "displacement", "point", "position", "node_position", "angular_velocity"]) {
      const moves = (o: Output) => {
        const { min, max } = run.exact(o.column);
        return max - min > 1e-9;
      };
      const found = of(variable).filter((o) => moves(o)).filter((o) => o.name.endsWith(`.${variable}`) || /\.[xyz]$/.test(o.name) && o.name.slice(0, -2).endsWith(`.${variable}`));
      // Of many nodes the last is the one that moves most.
      const few = variable === "node_position" ? found.slice(-3) : found.slice(0, 3);
      start.push(...few.map((o) => o.name));
      if (start.length > 0) break;
    }
    const last = run.data.axes.find((a) => a.name === "line_node")?.labels.at(-1);
    if (start.length === 0 && last !== undefined) start.push(...run.outputsAt(last).slice(0, 3).map((o) => o.name));
    this.newPanel(start);
    const energies = ["kinetic_energy", "elastic_energy", "gravity_energy", "total_energy"].filter(has);
    const lower = this.newPanel(energies.length > 0 ? energies : []);
    this.active = lower;
    this.activate(this.panels[0]!);
  }

  private newPanel(names: string[]): Panel {
    const close = h("button", { title: "remove this plot" }, "×");
    const plot = new Plot(this.clock, this.runs[0]!, { title: "", file: "plot", extra: [close] });
    const panel: Panel = { plot, names };
    close.addEventListener("click", () => {
      plot.dispose();
      this.panels = this.panels.filter((p) => p !== panel);
      if (this.active === panel) this.active = this.panels[0] ?? null;
    });
    plot.element.addEventListener("pointerdown", () => this.activate(panel), true);
    this.panels.push(panel);
    this.plots.append(plot.element);
    this.redraw(panel);
    this.activate(panel);
    return panel;
  }

  private activate(panel: Panel): void {
    this.active = panel;
    for (const each of this.panels) each.plot.element.classList.toggle("active", each === panel);
  }

  private redraw(panel: Panel): void {
    const curves: Curve[] = [];
    for (const name of panel.names)
      this.runs.forEach((_, r) => {
        const curve = outputCurve(this.runs, r, name);
        if (!curve) return;
        curve.colour = `--c${panel.names.indexOf(name) % 8}`;
        if (r === 0)
          curve.remove = () => {
            panel.names = panel.names.filter((n) => n !== name);
            this.redraw(panel);
          };
        curves.push(curve);
      });
    panel.plot.title = panel.names.length === 0 ? "search above, or click a value, to add curves" : "";
    panel.plot.set(curves);
    panel.plot.mark(this.clock.x);
  }

  /** Adds an output to the active plot. */
  add(name: string): void {
    const panel = this.active ?? this.newPanel([]);
    if (!panel.names.includes(name)) panel.names = [...panel.names, name];
    this.redraw(panel);
  }

  /** Shows an item: its name, values and extremes; of a flexible body first those of the node that was picked. */
  pick(name: string | null, spot: Spot | null = null): void {
    this.shownItem = name;
    this.spot = spot;
    this.cells = [];
    if (!name) {
      this.item.replaceChildren(h("p", { class: "small" }, "Click an item in the view to see its values. Space plays, arrows step; drag in a plot to zoom; ? lists all keys."));
      return;
    }
    const run = this.runs[0]!;
    const all = run.outputsOf(name).filter((o) => !/_local\./.test(o.name));
    const near = spot ? run.outputsAt(spot.node) : [];
    const names = new Set(near.map((o) => o.name));
    const outputs = spot ? [...near, ...all.filter((o) => !names.has(o.name))] : all;
    const head = h("h3", {}, h("span", { class: "picked" }, name), h("span", { class: "small" }, this.kindOf(name)));
    const tools = h("span", { class: "tools-line" },
      this.stage.figures[0]!.traceOf(name) ? checkbox("trace", this.stage.traced(name), (on) => this.stage.trace(name, on)) : null,
      this.stage.hasTriads(name) ? checkbox("axes", this.stage.triadsShown(name), (on) => this.stage.showTriadsOf(name, on)) : null,
      h("button", { title: "close", onclick: () => this.pick(null) }, "×"));
    head.append(tools);
    const body = h("tbody", {});
    for (const output of outputs.slice(0, LISTED)) {
      const cell = h("td", { class: "number" });
      this.cells.push({ cell, output, block: run.blockOf(output.column) });
      const exact = run.exact(output.column);
      const short = output.name.startsWith(`${name}.`) ? output.name.slice(name.length + 1) : output.name.slice(name.length);
      body.append(h("tr", { title: output.description },
        h("td", {}, h("button", { title: `plot ${output.name}`, onclick: () => this.add(output.name) }, "+"), ` ${short}`),
        cell, h("td", { class: "unit" }, output.unit === "1" ? "" : output.unit),
        h("td", { class: "number least", title: exactly(exact.min) }, digits(exact.min, 5)), h("td", { class: "number most", title: exactly(exact.max) }, digits(exact.max, 5))));
    }
    const table = h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, ""), h("th", { class: "number" }, "now"), h("th", {}, ""), h("th", { class: "number" }, "least"), h("th", { class: "number" }, "largest"))), body);
    const rest = outputs.length > LISTED ? h("p", { class: "small" }, `${outputs.length - LISTED} more: search for ${name} above.`) : null;
    const none = outputs.length === 0 ? h("p", { class: "small" }, "The results hold no values of this item.") : null;
    this.place.textContent = "";
    this.item.replaceChildren(h("div", { class: "card" }, head, spot ? this.place : null, none ?? h("div", { class: "values scroll" }, table), rest));
    this.at(this.clock.x);
  }

  get pickedItem(): string | null {
    return this.shownItem;
  }

  private kindOf(name: string): string {
    const { scene } = this.runs[0]!.data;
    const ends = (list: { item: string }[]) => list.map((end) => end.item).join(" – ");
    const body = scene.bodies.find((b) => b.name === name);
    if (body) return body.kind;
    const line = scene.lines.find((l) => l.name === name);
    if (line) return `${line.kind}, ${line.nodes} nodes`;
    const joint = scene.joints.find((j) => j.name === name);
    if (joint) return `${joint.kind} joint, ${ends(joint.between)}`;
    const link = scene.links.find((l) => l.name === name);
    if (link) return `${link.kind}, ${ends(link.between)}`;
    const sensor = scene.sensors.find((s) => s.name === name);
    if (sensor) return `sensor on ${sensor.on}`;
    if (scene.things.some((thing) => isGround(thing) && thing.item === name)) return "fixed to the ground";
    return "";
  }

  /** The run has grown: curves and extremes are those of now. */
  grown(): void {
    for (const panel of this.panels) this.redraw(panel);
    if (this.shownItem !== null) this.pick(this.shownItem);
    // Scales of colours span the run, and what the view shows was perhaps made anew.
    for (const control of this.element.querySelectorAll(".tools input, .tools select")) control.dispatchEvent(new Event("change"));
  }

  /** Shows another time. */
  at(x: number): void {
    const run = this.runs[0]!;
    for (const { cell, output, block } of this.cells)
      cell.textContent = digits(run.value(output.column, run.nearest(block, x)), 5);
    if (this.spot) {
      const value = this.spot.value();
      const element = this.spot.element ? `, element ${this.spot.element}` : "";
      const number = Number.isFinite(value) && this.coloured ? `: ${digits(value, 5)} ${this.unit}` : "";
      this.place.textContent = `node ${this.spot.node}${element}${number}`;
    }
    for (const panel of this.panels) panel.plot.mark(x);
  }

  theme(): void {
    for (const panel of this.panels) panel.plot.draw();
  }
}
