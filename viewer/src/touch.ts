// Plots under fingers: two of them stretch and move the range, one moves it, or the time if everything is in sight.

import type uPlot from "uplot";

export interface Touched {
  /** The range that is shown. */
  range(): [number, number];
  /** Whether that is less than everything. */
  zoomed(): boolean;
  zoom(range: [number, number]): void;
  /** Sets the time. */
  seek(x: number): void;
}

/** Fingers that move less than this are taken for a tap [pixels]. */
const TAP = 6;

export function touch(plot: uPlot, to: Touched): void {
  const { over } = plot;
  // Up and down the page is scrolled; everything else is ours.
  over.style.touchAction = "pan-y";
  const fingers = new Map<number, number>();
  let from: { at: number[]; range: [number, number] } | null = null;
  const places = () => [...fingers.values()].slice(0, 2);
  const begin = () => (from = fingers.size > 0 ? { at: places(), range: to.range() } : null);
  over.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, event.clientX);
    over.setPointerCapture(event.pointerId);
    begin();
  });
  over.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId) || !from) return;
    fingers.set(event.pointerId, event.clientX);
    const area = over.getBoundingClientRect();
    const [low, high] = from.range;
    const value = (x: number) => low + ((x - area.left) / area.width) * (high - low);
    const now = places();
    if (now.length === 2 && from.at.length === 2) {
      // What is under both fingers stays under them.
      const [a, b] = [value(from.at[0]!), value(from.at[1]!)];
      const [p, q] = now.map((x) => (x - area.left) / area.width) as [number, number];
      if (Math.abs(p - q) < 0.02 || a === b) return;
      const span = (a - b) / (p - q);
      if (span > 0) to.zoom([a - p * span, a + (1 - p) * span]);
    } else if (now.length === 1 && Math.abs(now[0]! - from.at[0]!) > TAP) {
      if (to.zoomed()) {
        const shift = value(from.at[0]!) - value(now[0]!);
        to.zoom([low + shift, high + shift]);
      } else to.seek(value(now[0]!));
    }
  });
  const end = (event: PointerEvent) => {
    if (fingers.delete(event.pointerId)) begin();
  };
  over.addEventListener("pointerup", end);
  over.addEventListener("pointercancel", end);
}
