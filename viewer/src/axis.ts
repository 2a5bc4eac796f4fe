// Numbers along the axes of plots.

import uPlot from "uplot";
import { digits } from "./dom";

/** Decades that an axis shows at most; smaller values are out of sight. */
const DEEP = 30;
/** Values that differ by a smaller part of themselves are shown as differences from one of them. */
const ALIKE = 2e-4;

/** A range with some room around the values; nothing but zeros get a small one. */
export function around(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || (low === 0 && high === 0)) return [0, 1];
  const [from, to] = uPlot.rangeNum(low, high, 0.1, true);
  return [from ?? low, to ?? high];
}

/** Whole decades around some values. */
export function decades(low: number, high: number): [number, number] {
  if (!(low > 0) || !(high > 1e-270)) return [1e-16, 1];
  const top = Math.ceil(Math.log10(high));
  const bottom = Math.max(Math.floor(Math.log10(low)), top - DEEP);
  // A value that never changes stands in the middle.
  return top === bottom ? [power(bottom - 1), power(top + 1)] : [power(bottom), power(top)];
}

/** `10 ** -24` is not the number that is written 1e-24. */
const power = (exponent: number): number => Number(`1e${exponent}`);

/** Powers of ten for an axis, not too many. */
export function powers(low: number, high: number): number[] {
  const [from, to] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const step = Math.max(1, Math.ceil((to - from) / 6));
  const list: number[] = [];
  for (let k = from; k <= to; k += step) list.push(power(k));
  return list;
}

/** What all numbers along an axis have in common, if they differ by little: a text that reads back as a number. Empty otherwise. */
export function common(low: number, high: number): string {
  const size = Math.max(Math.abs(low), Math.abs(high));
  const span = high - low;
  if (!(span > 0) || !(span < ALIKE * size)) return "";
  // Rounded so that the differences have few digits in front.
  const step = Math.ceil(Math.log10(span)) + 1;
  const middle = 0.5 * (low + high);
  const known = Math.max(Math.ceil(Math.log10(size)) - step, 1);
  return digits(middle, Math.min(known + 1, 15));
}

/** Numbers along an axis, with as many digits as tell them apart, beyond what they have in common. */
export function ticks(splits: (number | null)[], base: string): string[] {
  const off = base === "" ? 0 : Number(base);
  const shifted = splits.map((v) => (v === null ? null : v - off));
  const known = shifted.filter((v) => v !== null);
  const step = Math.min(...known.slice(1).map((v, k) => Math.abs(v - known[k]!)));
  const most = Math.max(...known.map(Math.abs));
  const count = step > 0 && step < Infinity ? Math.ceil(Math.log10(most / step)) + 2 : 4;
  return shifted.map((v) => {
    if (v === null) return "";
    const text = digits(Math.abs(v) < 1e-6 * step ? 0 : v, Math.min(Math.max(count, 3), 12));
    return base !== "" && v > 1e-6 * step ? `+${text}` : text;
  });
}

/** Pixels that the longest of some texts takes in the font of the axes. */
export function room(texts: readonly string[] | null): number {
  const longest = Math.max(0, ...(texts ?? []).map((text) => text.length));
  return Math.max(46, 18 + 6.5 * longest);
}
