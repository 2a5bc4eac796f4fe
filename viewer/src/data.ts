// The packed numbers of a run, unpacked.

import type { Block, RunData, Variable } from "./types";

export interface Exact {
  first: number;
  last: number;
  min: number;
  max: number;
  /** Frames of the least and largest value, as in the results file. */
  minFrame: number;
  maxFrame: number;
}

/** Columns at stored frames: `values[c * count + k]`. */
export class Stored {
  readonly frames: Uint32Array;
  readonly times: Float64Array;
  readonly values: Float32Array | Float64Array;
  readonly low: Float32Array | Float64Array | null;
  readonly high: Float32Array | Float64Array | null;

  constructor(readonly block: Block, bytes: Uint8Array) {
    const { count, columns } = block;
    const part = (at: number, length: number) => bytes.slice(at, at + length).buffer;
    this.frames = new Uint32Array(part(block.framesAt, 4 * count));
    this.times = new Float64Array(part(block.timesAt, 8 * count));
    const size = count * columns;
    const width = { f64: 8, f32: 4, u16: 2 }[block.encoding];
    const scales =
      block.encoding === "u16" ? new Float64Array(part(block.scalesAt, 16 * columns)) : null;
    const read = (which: number) => {
      const from = block.dataAt + which * size * width;
      const plain = unplane(bytes.subarray(from, from + size * width), size, width);
      if (block.encoding === "f64") {
        undelta64(new BigUint64Array(plain.buffer), count);
        return new Float64Array(plain.buffer);
      }
      if (block.encoding === "f32") {
        undelta(new Uint32Array(plain.buffer), count);
        return new Float32Array(plain.buffer);
      }
      const whole = new Uint16Array(plain.buffer);
      undelta(whole, count);
      const values = new Float32Array(size);
      for (let c = 0; c < columns; c++) {
        const base = scales![2 * c]!;
        const step = scales![2 * c + 1]!;
        for (let k = c * count; k < (c + 1) * count; k++) values[k] = whole[k] === NOTHING ? NaN : base + step * whole[k]!;
      }
      return values;
    };
    this.values = read(0);
    this.low = block.envelope ? read(1) : null;
    this.high = block.envelope ? read(2) : null;
  }

  /** First, last, least and largest value of a column, with the digits that are stored. */
  extremes(place: number): Exact {
    const { count } = this.block;
    const from = place * count;
    let [low, high] = [from, from];
    const lows = this.low ?? this.values;
    const highs = this.high ?? this.values;
    for (let k = from; k < from + count; k++) {
      if (lows[k]! < lows[low]!) low = k;
      if (highs[k]! > highs[high]!) high = k;
    }
    return {
      first: this.values[from]!, last: this.values[from + count - 1]!, min: lows[low]!, max: highs[high]!,
      minFrame: this.frames[low - from]!, maxFrame: this.frames[high - from]!,
    };
  }
}

/** Stands for what is no number. */
const NOTHING = 65535;

/** Bytes of equal significance stand together in the file. */
function unplane(planes: Uint8Array, size: number, width: number): Uint8Array {
  const plain = new Uint8Array(size * width);
  for (let w = 0; w < width; w++) {
    const from = w * size;
    for (let k = 0, to = w; k < size; k++, to += width) plain[to] = planes[from + k]!;
  }
  return plain;
}

/** Each column is stored as differences of neighbours, modulo its width. */
function undelta(whole: Uint16Array | Uint32Array, count: number): void {
  for (let k = 1; k < whole.length; k++) if (k % count !== 0) whole[k] = whole[k]! + whole[k - 1]!;
}

function undelta64(whole: BigUint64Array, count: number): void {
  for (let k = 1; k < whole.length; k++) if (k % count !== 0) whole[k] = whole[k]! + whole[k - 1]!;
}

/** One output. */
export interface Output {
  name: string;
  unit: string;
  description: string;
  column: number;
}

export class Run {
  data!: RunData;
  stored!: Stored[];
  /** Block and place in it of every column. */
  private where!: { block: number; place: number }[];
  private exactValues!: Float64Array;
  private exactFrames!: Uint32Array;
  /** All outputs, without those of variables that are too large to be listed. */
  readonly outputs: Output[];
  private readonly unlisted: Variable[];
  private readonly byName = new Map<string, Output>();
  /** Whether time only grows; if not, frames are numbered instead (paths of equilibria turn back). */
  timely!: boolean;
  clock!: string;
  clockUnit!: string;
  private readonly variables = new Map<string, Variable>();

  constructor(data: RunData, bytes: Uint8Array) {
    this.load(data, bytes);
    const many = data.rowLength > MOST_LISTED;
    this.unlisted = many ? data.variables.filter((v) => sizeOf(data, v) > MANY) : [];
    this.outputs = data.variables.flatMap((v) => (this.unlisted.includes(v) ? [] : outputNames(data, v)));
    for (const output of this.outputs) this.byName.set(output.name, output);
    for (const variable of data.variables) this.variables.set(variable.name, variable);
  }

  /** Takes the numbers of the same run at a later time. */
  load(data: RunData, bytes: Uint8Array): void {
    this.data = data;
    this.stored = data.blocks.map((block) => new Stored(block, bytes));
    this.where = new Array(data.rowLength);
    data.blocks.forEach((block, b) => {
      let place = 0;
      for (const [first, count] of block.ranges)
        for (let c = 0; c < count; c++) this.where[first + c] = { block: b, place: place++ };
    });
    const n = data.exactRanges.reduce((sum, [, count]) => sum + count, 0);
    const at = data.exactAt;
    this.exactValues = new Float64Array(bytes.slice(at, at + 32 * n).buffer);
    this.exactFrames = new Uint32Array(bytes.slice(at + 32 * n, at + 40 * n).buffer);
    this.timely = this.stored.every((s) => s.times.every((t, k) => k === 0 || t > s.times[k - 1]!));
    this.clock = this.timely ? "time" : "frame";
    this.clockUnit = this.timely ? (data.variables[0]?.unit ?? "s") : "";
  }

  /** The clock of a stored frame. */
  x(block: number, k: number): number {
    const s = this.stored[block]!;
    return this.timely ? s.times[k]! : s.frames[k]!;
  }

  blockOf(column: number): number {
    return this.where[column]!.block;
  }

  /** Number of the last stored frame that is not after x. */
  indexAt(block: number, x: number): number {
    const s = this.stored[block]!;
    const list: ArrayLike<number> = this.timely ? s.times : s.frames;
    let low = 0;
    let high = list.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (list[middle]! <= x) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  nearest(block: number, x: number): number {
    const k = this.indexAt(block, x);
    const count = this.stored[block]!.block.count;
    if (k + 1 < count && Math.abs(this.x(block, k + 1) - x) < Math.abs(this.x(block, k) - x)) return k + 1;
    return k;
  }

  value(column: number, k: number): number {
    const { block, place } = this.where[column]!;
    const s = this.stored[block]!;
    return s.values[place * s.block.count + k]!;
  }

  /** Values of a column at its stored frames. */
  series(column: number): Float32Array | Float64Array {
    const { block, place } = this.where[column]!;
    const s = this.stored[block]!;
    return s.values.subarray(place * s.block.count, (place + 1) * s.block.count);
  }

  /** Points for a curve. Between stored frames the least and largest value are shown, so that no peak is lost. */
  curve(column: number): { x: Float64Array; y: Float64Array } {
    const { block, place } = this.where[column]!;
    const s = this.stored[block]!;
    const count = s.block.count;
    const value = (k: number) => s.values[place * count + k]!;
    if (!s.low || !s.high) {
      const x = new Float64Array(count);
      const y = new Float64Array(count);
      for (let k = 0; k < count; k++) {
        x[k] = this.x(block, k);
        y[k] = value(k);
      }
      return { x, y };
    }
    const x = new Float64Array(3 * count - 2);
    const y = new Float64Array(3 * count - 2);
    for (let k = 0; k < count; k++) {
      x[3 * k] = this.x(block, k);
      y[3 * k] = value(k);
      if (k + 1 === count) break;
      const step = this.x(block, k + 1) - this.x(block, k);
      const rising = value(k + 1) >= value(k);
      const low = s.low[place * count + k]!;
      const high = s.high[place * count + k]!;
      x[3 * k + 1] = this.x(block, k) + step / 3;
      x[3 * k + 2] = this.x(block, k) + (2 * step) / 3;
      y[3 * k + 1] = rising ? low : high;
      y[3 * k + 2] = rising ? high : low;
    }
    return { x, y };
  }

  exact(column: number): Exact {
    const v = this.exactValues;
    let place = 0;
    for (const [first, count] of this.data.exactRanges) {
      if (column >= first && column < first + count) {
        place += column - first;
        const n = 4 * place;
        return {
          first: v[n]!,
          last: v[n + 1]!,
          min: v[n + 2]!,
          max: v[n + 3]!,
          minFrame: this.exactFrames[2 * place]!,
          maxFrame: this.exactFrames[2 * place + 1]!,
        };
      }
      place += count;
    }
    return this.stored[this.blockOf(column)]!.extremes(this.where[column]!.place);
  }

  /** The block that says when flexible bodies are where; if there are none, bodies. */
  get geometry(): number {
    const column = this.column("node_position");
    return column >= 0 ? this.blockOf(column) : Math.max(this.block("geometry"), 0);
  }

  /** The numbers of the block of a column, its place among their columns, and how many numbers a column has. */
  columns(column: number): [Float32Array | Float64Array, number, number] {
    const { block, place } = this.where[column]!;
    const s = this.stored[block]!;
    return [s.values, place, s.block.count];
  }

  output(name: string): Output | undefined {
    const known = this.byName.get(name);
    if (known || this.unlisted.length === 0) return known;
    const variable = this.unlisted.find((v) => name.includes(`.${v.name}`));
    const label = variable && name.slice(0, name.lastIndexOf(`.${variable.name}`));
    return label === undefined ? undefined : this.outputsAt(label).find((o) => o.name === name);
  }

  /** Outputs of one node or element, those that are too many to be listed among them. */
  outputsAt(label: string): Output[] {
    const { data } = this;
    const listed = this.outputs.filter((o) => o.name.startsWith(`${label}.`));
    const others = this.unlisted.flatMap((variable) => {
      const place = data.axes[variable.axes[0] ?? -1]?.labels.indexOf(label) ?? -1;
      return place < 0 ? [] : outputNames(data, variable, place);
    });
    return [...listed, ...others];
  }

  /** First column of a variable, or -1. */
  column(variable: string): number {
    return this.variables.get(variable)?.offset ?? -1;
  }

  variable(name: string): Variable | undefined {
    return this.variables.get(name);
  }

  /** Outputs whose names begin with an item's name. */
  outputsOf(item: string): Output[] {
    return this.outputs.filter(
      (o) => o.name.startsWith(`${item}.`) || o.name.startsWith(`${item}@`),
    );
  }

  block(name: Block["name"]): number {
    return this.data.blocks.findIndex((b) => b.name === name);
  }
}

const COMPONENTS = ["xyz", "wxyz", "component", "part"];

/** Of runs with more columns than this, variables with many columns are not listed: names of half a million columns take seconds. */
const MOST_LISTED = 100_000;
const MANY = 5000;

function sizeOf(data: RunData, variable: Variable): number {
  return variable.axes.reduce((n, a) => n * data.axes[a]!.labels.length, 1);
}

/** Names as the command makes them: things in front, components behind. With a place along the first axis, only those there. */
function outputNames(data: RunData, variable: Variable, only: number | null = null): Output[] {
  const list: Output[] = [];
  const axes = variable.axes.map((a) => data.axes[a]!);
  const total = sizeOf(data, variable);
  const each = only === null ? total : total / axes[0]!.labels.length;
  const first = only === null ? 0 : only * each;
  for (let k = first; k < first + each; k++) {
    let place = k;
    const front: string[] = [];
    const back: string[] = [];
    for (let p = axes.length - 1; p >= 0; p--) {
      const axis = axes[p]!;
      const label = axis.labels[place % axis.labels.length]!;
      place = Math.floor(place / axis.labels.length);
      if (p > 0 || COMPONENTS.includes(axis.name)) back.unshift(label);
      else front.unshift(label);
    }
    list.push({
      name: [...front, variable.name, ...back].join("."),
      unit: variable.unit,
      description: variable.description,
      column: variable.offset + k,
    });
  }
  return list;
}

/** Unpacks what stands in a script element: deflated, in base64. */
export async function unpack(id: string, page: Document = document): Promise<Uint8Array> {
  return inflate(page.getElementById(id)?.textContent?.trim() ?? "", "deflate-raw");
}

/** Bytes that were deflated and written as base64. */
export async function inflate(text: string, format: CompressionFormat): Promise<Uint8Array> {
  const binary = atob(text);
  const packed = new Uint8Array(binary.length);
  for (let k = 0; k < binary.length; k++) packed[k] = binary.charCodeAt(k);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
