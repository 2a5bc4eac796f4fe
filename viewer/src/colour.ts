// Colours for values: a perceptually even map from dark blue over green to yellow for sizes, blue-grey-red for signed values.

const EVEN: [number, number, number][] = [
  [0.267, 0.005, 0.329], [0.283, 0.141, 0.458], [0.254, 0.265, 0.53], [0.207, 0.372, 0.553], [0.164, 0.471, 0.558],
  [0.128, 0.567, 0.551], [0.135, 0.659, 0.518], [0.267, 0.749, 0.441], [0.478, 0.821, 0.318], [0.741, 0.873, 0.15],
  [0.993, 0.906, 0.144],
];
const SIGNED: [number, number, number][] = [
  [0.09, 0.25, 0.68], [0.28, 0.5, 0.88], [0.58, 0.75, 0.96], [0.84, 0.85, 0.87], [0.97, 0.68, 0.56], [0.87, 0.35, 0.27],
  [0.65, 0.03, 0.12],
];

export interface Scale {
  low: number;
  high: number;
  signed: boolean;
}

/** A scale over these extremes; values of both signs get a middle at zero. */
export function scaleOf(low: number, high: number): Scale {
  const signed = low < 0 && high > 0;
  if (signed) {
    const size = Math.max(-low, high);
    return { low: -size, high: size, signed };
  }
  return { low, high: high > low ? high : low + (Math.abs(low) || 1), signed };
}

/** A scale with given ends; what lies outside has the colours of the ends. */
export function between(low: number, high: number): Scale {
  return { low, high: high > low ? high : low + (Math.abs(low) || 1), signed: low < 0 && high > 0 };
}

/** Red, green and blue from 0 to 1 into `to[at]` and the two behind. */
export function paint(scale: Scale, value: number, to: Float32Array, at: number): void {
  const map = scale.signed ? SIGNED : EVEN;
  let part = (value - scale.low) / (scale.high - scale.low);
  part = part > 0 ? (part < 1 ? part : 1) : 0;
  const place = part * (map.length - 1);
  const k = Math.min(Math.floor(place), map.length - 2);
  const f = place - k;
  const a = map[k]!;
  const b = map[k + 1]!;
  for (let c = 0; c < 3; c++) {
    const mixed = a[c]! + f * (b[c]! - a[c]!);
    to[at + c] = mixed * mixed * (0.305306 * mixed + 0.682171) + 0.012523 * mixed;
  }
}

export function gradient(scale: Scale): string {
  const map = scale.signed ? SIGNED : EVEN;
  const stops = map.map((c) => `rgb(${c.map((v) => Math.round(255 * v)).join(",")})`);
  return `linear-gradient(90deg, ${stops.join(",")})`;
}
