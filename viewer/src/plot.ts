// One time plot: curves over the clock, an axis per unit, a line at the time that is shown.

import uPlot from "uplot";
import { around, common, decades, powers, room, ticks } from "./axis";
import type { Clock } from "./clock";
import type { Run } from "./data";
import { css, digits, download, h } from "./dom";
import { touch } from "./touch";

export interface Curve {
  label: string;
  unit: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  /** Value to show at a time; the nearest stored frame of the results. */
  read?: (x: number) => number;
  /** Number of the run, 0 or 1. */
  run: number;
  /** Filled from the curve below it. */
  stacked?: boolean;
  colour?: string;
  steps?: boolean;
  points?: boolean;
  remove?: () => void;
}

export interface PlotOptions {
  title: string;
  height?: number;
  log?: boolean;
  /** Part of the file name of exports. */
  file: string;
  extra?: HTMLElement[];
}

/** Ranges of all plots follow each other. */
const linked = new Set<Plot>();

export class Plot {
  readonly element: HTMLElement;
  private readonly holder = h("div", { class: "plot" });
  private readonly legend = h("div", { class: "plotlegend" });
  private readonly heading: HTMLElement;
  private values: HTMLElement[] = [];
  private plot: uPlot | null = null;
  private now: HTMLElement | null = null;
  private readonly watcher: ResizeObserver;
  private width = 0;
  /** What all plots show; nothing for the whole run. */
  private static common: [number, number] | null = null;
  private range: [number, number] | null = Plot.common;
  curves: Curve[] = [];

  constructor(private readonly clock: Clock, private readonly run: Run, private readonly options: PlotOptions) {
    const tools = h("span", { class: "tools-line" },
      h("button", { title: "whole range (double click)", onclick: () => this.zoom(null) }, "all"),
      h("button", { title: "save as picture", onclick: () => this.png() }, "PNG"),
      h("button", { title: "save the points drawn as text", onclick: () => this.csv() }, "CSV"),
      ...(options.extra ?? []));
    this.heading = h("span", {}, options.title);
    this.element = h("div", { class: "card" }, h("h3", {}, this.heading, tools), this.holder, this.legend);
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(this.holder);
    linked.add(this);
  }

  get title(): string {
    return this.heading.textContent ?? "";
  }

  set title(text: string) {
    this.heading.textContent = text;
  }

  dispose(): void {
    this.watcher.disconnect();
    this.plot?.destroy();
    linked.delete(this);
    this.element.remove();
  }

  private fit(): void {
    const width = this.holder.clientWidth;
    if (width === 0 || width === this.width) return;
    this.width = width;
    if (this.plot) {
      this.plot.setSize({ width, height: this.height() });
      this.mark(this.clock.x);
    } else this.draw();
  }

  private height(): number {
    return this.options.height ?? 210;
  }

  set(curves: Curve[]): void {
    this.curves = curves;
    this.draw();
  }

  /** Makes the plot anew: other curves, or another theme. */
  draw(): void {
    this.plot?.destroy();
    this.plot = null;
    this.width = this.holder.clientWidth;
    this.drawLegend();
    if (this.width === 0 || this.curves.length === 0) return;
    const { x, columns } = aligned(this.curves);
    const stack = this.curves.filter((c) => c.stacked).length;
    if (stack > 0) for (let k = stack - 2; k >= 0; k--) for (let i = 0; i < x.length; i++) columns[k]![i] = (columns[k]![i] ?? 0) + (columns[k + 1]![i] ?? 0);
    const units = [...new Set(this.curves.map((c) => c.unit))];
    const ink = css("--faint");
    const grid = css("--grid");
    const log = this.options.log === true;
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: "11px system-ui, sans-serif" };
    const scales: uPlot.Scales = { x: { time: false } };
    units.forEach((unit) => {
      scales[unit || "1"] = log ? { distr: 3, range: (_u, low, high) => decades(low, high) } : { range: (_u, low, high) => around(low, high) };
    });
    const axes: uPlot.Axis[] = [{ ...axis, label: this.clockLabel(), labelSize: 16, labelFont: "11px system-ui, sans-serif", size: 30 }];
    units.slice(0, 4).forEach((unit, k) =>
      axes.push({
        ...axis,
        scale: unit || "1",
        side: k % 2 === 0 ? 3 : 1,
        grid: k === 0 ? axis.grid : { show: false },
        label: (u: uPlot) => {
          const base = log ? "" : commonOf(u, unit);
          const name = unit === "1" ? "" : unit;
          return base === "" ? name : `${base}${name === "" ? "" : ` ${name}`} and`;
        },
        labelSize: 14,
        labelFont: "11px system-ui, sans-serif",
        size: (_u: uPlot, values: string[]) => room(values),
        ...(log ? { splits: (_u: uPlot, _axis: number, low: number, high: number) => powers(low, high), filter: (_u: uPlot, splits: number[]) => splits } : {}),
        values: (u, splits) => ticks(splits, log ? "" : commonOf(u, unit)),
      }),
    );
    const bands: uPlot.Band[] = [];
    const series: uPlot.Series[] = [{}];
    this.curves.forEach((curve, k) => {
      const colour = this.colour(k);
      series.push({
        label: curve.label,
        scale: curve.unit || "1",
        stroke: colour,
        width: 1.5,
        spanGaps: true,
        dash: curve.run > 0 ? [5, 4] : undefined,
        points: { show: curve.points === true, size: 4, fill: colour },
        fill: curve.stacked ? `${colour}55` : undefined,
        paths: curve.steps ? uPlot.paths.stepped!({ align: -1 }) : undefined,
      });
      if (curve.stacked && k + 1 < stack) bands.push({ series: [k + 1, k + 2], fill: `${colour}55` });
    });
    const options: uPlot.Options = {
      width: this.width,
      height: this.height(),
      scales,
      axes,
      series,
      bands,
      legend: { show: false },
      // Curves may lie between pixels: slow ones would become stairs.
      pxAlign: 0,
      cursor: { drag: { x: true, y: false, setScale: false }, points: { show: false }, bind: { dblclick: () => () => { Plot.zoomAll(null); return null; } } },
      hooks: {
        setSelect: [(u) => {
          if (u.select.width > 4) {
            const from = u.posToVal(u.select.left, "x");
            Plot.zoomAll([from, u.posToVal(u.select.left + u.select.width, "x")]);
          }
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        }],
        // Only then does the plot know where a time lies on it.
        draw: [() => this.mark(this.clock.x)],
      },
    };
    this.plot = new uPlot(options, [x, ...columns] as uPlot.AlignedData, this.holder);
    this.now = h("div", { class: "nowline" });
    this.plot.over.append(this.now);
    let from = 0;
    this.plot.over.addEventListener("pointerdown", (event) => (from = event.clientX));
    this.plot.over.addEventListener("click", (event) => {
      if (!this.plot || Math.abs(event.clientX - from) > 4) return;
      this.clock.set(this.plot.posToVal(event.clientX - this.plot.over.getBoundingClientRect().left, "x"));
    });
    touch(this.plot, {
      range: () => this.shown(),
      zoomed: () => this.range !== null,
      zoom: (range) => Plot.zoomAll(this.within(range)),
      seek: (x) => this.clock.set(x),
    });
    if (this.range) this.zoom(this.range);
    this.mark(this.clock.x);
  }

  /** The range that is shown. */
  private shown(): [number, number] {
    const { min, max } = this.plot?.scales.x ?? {};
    return this.range ?? [min ?? 0, max ?? 1];
  }

  /** A range moved and cut so that it lies within the run; nothing if it is all of it. */
  private within([low, high]: [number, number]): [number, number] | null {
    const x = this.plot!.data[0]!;
    const [first, last] = [x[0]!, x[x.length - 1]!];
    if (high - low >= last - first) return null;
    // Closer than this there is nothing new to see.
    const span = Math.max(high - low, 1e-9 * (last - first));
    const from = Math.min(Math.max(low, first), last - span);
    return [from, from + span];
  }

  private clockLabel(): string {
    if (!this.run.timely) return "frame";
    const { description, unit } = this.run.data.variables[0] ?? { description: "time", unit: "s" };
    return unit === "1" ? description : `${description} [${unit}]`;
  }

  private colour(k: number): string {
    return css(this.curves[k]!.colour ?? `--c${k % 8}`);
  }

  private drawLegend(): void {
    this.values = [];
    this.legend.replaceChildren();
    this.curves.forEach((curve, k) => {
      const value = h("span", { class: "value" });
      this.values.push(value);
      const swatch = h("span", { class: curve.stacked ? "swatch fill" : curve.run > 0 ? "swatch dashed" : "swatch" });
      swatch.style.color = this.colour(k);
      this.legend.append(h("span", { class: "entry", "data-output": curve.label }, swatch, curve.label, value,
        curve.remove ? h("button", { title: `take ${curve.label} out`, onclick: curve.remove }, "×") : null));
    });
  }

  /** Stretches the range of all plots about a time by a factor, and moves it by a part of itself. */
  static change(factor: number, shift: number, about: number): void {
    const [any] = [...linked].filter((plot) => plot.plot !== null);
    if (!any) return;
    const [low, high] = any.shown();
    const fixed = about >= low && about <= high ? about : 0.5 * (low + high);
    const move = shift * (high - low);
    const at = (x: number) => fixed + (x - fixed) / factor + move;
    Plot.zoomAll(any.within([at(low), at(high)]));
  }

  static zoomAll(range: [number, number] | null): void {
    Plot.common = range;
    for (const plot of linked) plot.zoom(range);
  }

  zoom(range: [number, number] | null): void {
    this.range = range;
    if (!this.plot) return;
    const x = this.plot.data[0]!;
    const [min, max] = range ?? [x[0]!, x[x.length - 1]!];
    this.plot.setScale("x", { min, max });
  }

  /** Moves the line of the present time, and shows the values there. */
  mark(x: number): void {
    if (!this.plot || !this.now || this.element.offsetParent === null) return;
    const at = this.plot.valToPos(x, "x");
    this.now.style.transform = `translateX(${at - 1}px)`;
    this.now.style.display = at < 0 || at > this.plot.over.clientWidth ? "none" : "";
    this.now.dataset.x = String(x);
    this.curves.forEach((curve, k) => {
      if (!curve.read) return;
      const unit = curve.unit === "1" ? "" : ` ${curve.unit}`;
      this.values[k]!.textContent = `${digits(curve.read(x), 5)}${unit}`;
    });
  }

  private png(): void {
    if (!this.plot) return;
    const from = this.plot.ctx.canvas;
    const sharp = from.width / this.width;
    const line = 18 * sharp;
    const picture = h("canvas", { width: from.width, height: from.height + line * (this.curves.length + 1) });
    const pen = picture.getContext("2d");
    if (!pen) return;
    pen.fillStyle = css("--paper");
    pen.fillRect(0, 0, picture.width, picture.height);
    pen.drawImage(from, 0, line);
    pen.font = `600 ${12 * sharp}px system-ui, sans-serif`;
    pen.fillStyle = css("--ink");
    pen.fillText(this.title || this.run.data.title, 8 * sharp, 13 * sharp);
    pen.font = `${12 * sharp}px system-ui, sans-serif`;
    this.curves.forEach((curve, k) => {
      const y = from.height + line * (k + 1.7);
      pen.fillStyle = this.colour(k);
      pen.fillRect(10 * sharp, y - 5 * sharp, 18 * sharp, 3 * sharp);
      pen.fillStyle = css("--ink");
      pen.fillText(`${curve.label}${curve.unit === "1" ? "" : ` [${curve.unit}]`}`, 34 * sharp, y);
    });
    picture.toBlob((blob) => blob && download(`${this.options.file}.png`, blob));
  }

  private csv(): void {
    const { x, columns } = aligned(this.curves);
    const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const lines = [[this.clockLabel(), ...this.curves.map((c) => `${c.label} [${c.unit}]`)].map(quoted).join(",")];
    x.forEach((t, i) => lines.push([t, ...columns.map((c) => c[i] ?? "")].join(",")));
    download(`${this.options.file}.csv`, new Blob([`${lines.join("\n")}\n`], { type: "text/csv" }));
  }
}

/** What the numbers along the axis of a unit have in common. */
function commonOf(u: uPlot, unit: string): string {
  const { min, max } = u.scales[unit || "1"] ?? {};
  return common(min ?? 0, max ?? 0);
}

/** All curves over the union of their times. */
function aligned(curves: Curve[]): { x: number[]; columns: (number | null)[][] } {
  const first = curves[0]!;
  if (curves.every((c) => c.x === first.x || (c.x.length === first.x.length && same(c.x, first.x))))
    return { x: Array.from(first.x), columns: curves.map((c) => Array.from(c.y, finite)) };
  const tables = curves.map((c) => [Array.from(c.x), Array.from(c.y, finite)] as uPlot.AlignedData);
  const joined = uPlot.join(tables, tables.map(() => [0, 0]));
  const [x, ...columns] = joined as unknown as [number[], ...(number | null)[][]];
  return { x, columns: columns.map((c) => Array.from(c, (v) => v ?? null)) };
}

function same(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

const finite = (v: number): number | null => (Number.isFinite(v) ? v : null);

/** A curve of an output of a run. */
export function outputCurve(runs: Run[], r: number, name: string): Curve | null {
  const run = runs[r]!;
  const output = run.output(name);
  if (!output) return null;
  const { x, y } = run.curve(output.column);
  const block = run.blockOf(output.column);
  return {
    label: runs.length > 1 ? `${name} (${run.data.file})` : name,
    unit: output.unit,
    x,
    y,
    run: r,
    read: (at) => run.value(output.column, run.nearest(block, at)),
  };
}
