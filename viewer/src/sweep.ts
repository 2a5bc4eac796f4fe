// A beam or cable as a surface swept along its nodes.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Quaternion, ShapeUtils, Vector2, Vector3 } from "three";
import { paint, type Scale } from "./colour";
import type { Poses } from "./pose";
import type { LineItem, Outline } from "./types";

/** Turns between section axis and chord beyond this cosine are corners: no smooth curve there. */
const CORNER = 0.8;

/** Where a ring lies: the segment, the part of it, and the place among the stations of values. */
interface Ring {
  segment: number;
  part: number;
  station: number;
  stationPart: number;
  /** y and z of the outline here, outer and then inner points. */
  points: Float32Array;
}

export class Sweep {
  readonly geometry = new BufferGeometry();
  private readonly positions: Float32Array;
  private readonly colours: Float32Array;
  private readonly rings: Ring[] = [];
  private readonly around: number;
  private readonly nodes: Vector3[];
  private readonly turns: Quaternion[];

  /** With about `budget` corners, if that is possible. */
  constructor(readonly line: LineItem, cableRadius: number, budget: number) {
    const n = line.s.length;
    let outlines = line.outlines.length > 0 ? visible(line.outlines, 0.5 * cableRadius) : [circle(cableRadius, 6)];
    const corners = () => outlines[0]!.outer.length + outlines[0]!.inner.length;
    // Of long lines one sees no holes, and circles with few corners will do.
    if (n * corners() > budget) outlines = outlines.map((o) => ({ ...o, inner: [] }));
    while (n * corners() > budget && corners() >= 16) outlines = outlines.map((o) => ({ ...o, outer: o.outer.filter((_, k) => k % 2 === 0) }));
    this.around = corners();
    const each = Math.floor(budget / Math.max(n * this.around, 1));
    const pieces = line.smooth ? Math.max(1, Math.min(6, each)) : 1;
    for (let k = 0; k + 1 < n; k++)
      for (let p = 0; p < pieces; p++) this.rings.push(this.ring(k, p / pieces, outlines));
    this.rings.push(this.ring(Math.max(n - 2, 0), 1, outlines));
    this.positions = new Float32Array(3 * this.around * this.rings.length);
    this.colours = new Float32Array(this.positions.length).fill(1);
    this.nodes = line.s.map(() => new Vector3());
    this.turns = line.s.map(() => new Quaternion());
    const position = new BufferAttribute(this.positions, 3).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute("position", position);
    this.geometry.setAttribute("color", new BufferAttribute(this.colours, 3).setUsage(DynamicDrawUsage));
    this.geometry.setIndex(this.triangles(outlines[0]!));
  }

  private ring(segment: number, part: number, outlines: Outline[]): Ring {
    const { s, stations } = this.line;
    const at = s.length > 1 ? s[segment]! + part * (s[segment + 1]! - s[segment]!) : (s[0] ?? 0);
    const station = place(stations, at);
    const o = place(outlines.map((one) => one.s), at);
    const a = outlines[o.index]!;
    const b = outlines[Math.min(o.index + 1, outlines.length - 1)]!;
    const points = new Float32Array(2 * this.around);
    const from = [...a.outer, ...a.inner];
    const to = [...b.outer, ...b.inner];
    from.forEach((p, k) => {
      const q = to.length === from.length ? to[k]! : p;
      points[2 * k] = p[0] + o.part * (q[0] - p[0]);
      points[2 * k + 1] = p[1] + o.part * (q[1] - p[1]);
    });
    return { segment, part, station: station.index, stationPart: station.part, points };
  }

  private triangles(outline: Outline): number[] {
    const list: number[] = [];
    const m = this.around;
    const sides = (first: number, count: number) => {
      for (let r = 0; r + 1 < this.rings.length; r++)
        for (let k = 0; k < count; k++) {
          const a = r * m + first + k;
          const b = r * m + first + ((k + 1) % count);
          list.push(a, b, a + m, b, b + m, a + m);
        }
    };
    sides(0, outline.outer.length);
    if (outline.inner.length > 0) sides(outline.outer.length, outline.inner.length);
    const contour = outline.outer.map((p) => new Vector2(p[0], p[1]));
    const holes = outline.inner.length > 0 ? [outline.inner.map((p) => new Vector2(p[0], p[1]))] : [];
    const last = (this.rings.length - 1) * m;
    for (const [a, b, c] of ShapeUtils.triangulateShape(contour, holes) as [number, number, number][]) {
      list.push(a, c, b, last + a, last + b, last + c);
    }
    return list;
  }

  /** Moves the surface to where the line is. */
  update(poses: Poses): void {
    const { line, nodes, turns, rings } = this;
    const n = nodes.length;
    for (let k = 0; k < n; k++) poses.nodePosition(line.firstNode + k, nodes[k]!);
    if (line.firstFrame >= 0) {
      for (let k = 0; k < n; k++) poses.nodeTurn(line.firstFrame + k, turns[k]!);
    } else this.followTangents();
    const out = this.positions;
    let at = 0;
    for (const ring of rings) {
      const a = ring.segment;
      const b = Math.min(a + 1, n - 1);
      this.pointAt(a, b, ring.part);
      const qa = turns[a]!;
      const qb = turns[b]!;
      const sign = qa.dot(qb) < 0 ? -1 : 1;
      const f = ring.part;
      TURN.set(
        qa.x + f * (sign * qb.x - qa.x),
        qa.y + f * (sign * qb.y - qa.y),
        qa.z + f * (sign * qb.z - qa.z),
        qa.w + f * (sign * qb.w - qa.w),
      ).normalize();
      Y.set(0, 1, 0).applyQuaternion(TURN);
      Z.set(0, 0, 1).applyQuaternion(TURN);
      const p = ring.points;
      for (let k = 0; k < this.around; k++) {
        const y = p[2 * k]!;
        const z = p[2 * k + 1]!;
        out[at++] = POINT.x + y * Y.x + z * Z.x;
        out[at++] = POINT.y + y * Y.y + z * Z.y;
        out[at++] = POINT.z + y * Y.z + z * Z.z;
      }
    }
    this.geometry.getAttribute("position").needsUpdate = true;
    this.geometry.boundingSphere = null;
    this.geometry.boundingBox = null;
  }

  /** The reference line between two nodes: a cubic with the directions of the section axes, or of the neighbours. */
  private pointAt(a: number, b: number, f: number): void {
    const p = this.nodes[a]!;
    const q = this.nodes[b]!;
    if (!this.line.smooth || f === 0 || f === 1) {
      POINT.lerpVectors(p, q, f);
      return;
    }
    CHORD.subVectors(q, p);
    const length = CHORD.length();
    this.tangent(a, length, T0);
    this.tangent(b, length, T1);
    const f2 = f * f;
    const f3 = f2 * f;
    POINT.copy(p).multiplyScalar(2 * f3 - 3 * f2 + 1);
    POINT.addScaledVector(T0, f3 - 2 * f2 + f);
    POINT.addScaledVector(q, 3 * f2 - 2 * f3);
    POINT.addScaledVector(T1, f3 - f2);
  }

  private tangent(k: number, length: number, to: Vector3): void {
    if (this.line.firstFrame >= 0) to.set(1, 0, 0).applyQuaternion(this.turns[k]!);
    else {
      const before = this.nodes[Math.max(k - 1, 0)]!;
      const after = this.nodes[Math.min(k + 1, this.nodes.length - 1)]!;
      to.subVectors(after, before).normalize();
    }
    if (to.dot(CHORD) < CORNER * length) to.copy(CHORD);
    else to.multiplyScalar(length);
  }

  /** Cables have no section axes: x along the line, the rest as it comes, without sudden turns. */
  private followTangents(): void {
    const n = this.nodes.length;
    let before: Quaternion | null = null;
    for (let k = 0; k < n; k++) {
      const a = this.nodes[Math.max(k - 1, 0)]!;
      const b = this.nodes[Math.min(k + 1, n - 1)]!;
      CHORD.subVectors(b, a).normalize();
      const turn = this.turns[k]!;
      if (before) {
        X.set(1, 0, 0).applyQuaternion(before);
        turn.setFromUnitVectors(X, CHORD).multiply(before);
      } else turn.setFromUnitVectors(X.set(1, 0, 0), CHORD);
      before = turn;
    }
  }

  /** Colours the line by values at its stations; `null` takes the plain colour back. */
  colour(scale: Scale | null, value: (station: number) => number, nodeValue: ((node: number) => number) | null): void {
    let at = 0;
    for (const ring of this.rings) {
      if (scale) {
        let v: number;
        if (nodeValue) {
          const a = nodeValue(ring.segment);
          v = a + ring.part * (nodeValue(Math.min(ring.segment + 1, this.nodes.length - 1)) - a);
        } else {
          const a = value(ring.station);
          const next = Math.min(ring.station + 1, this.line.stations.length - 1);
          v = ring.stationPart === 0 ? a : a + ring.stationPart * (value(next) - a);
        }
        paint(scale, v, RGB, 0);
      } else RGB.fill(1);
      for (let k = 0; k < this.around; k++) {
        this.colours[at++] = RGB[0]!;
        this.colours[at++] = RGB[1]!;
        this.colours[at++] = RGB[2]!;
      }
    }
    this.geometry.getAttribute("color").needsUpdate = true;
  }
}

const TURN = new Quaternion();
const X = new Vector3();
const Y = new Vector3();
const Z = new Vector3();
const POINT = new Vector3();
const CHORD = new Vector3();
const T0 = new Vector3();
const T1 = new Vector3();
const RGB = new Float32Array(3);

/** Sections as they are, unless all of them are too thin to be seen from where everything is in sight. */
function visible(outlines: Outline[], least: number): Outline[] {
  const reach = Math.max(...outlines.flatMap((o) => o.outer.map(([y, z]) => Math.max(Math.abs(y), Math.abs(z)))));
  if (!(reach > 0) || reach >= least) return outlines;
  const larger = (points: [number, number][]) => points.map(([y, z]): [number, number] => [(y * least) / reach, (z * least) / reach]);
  return outlines.map((o) => ({ ...o, outer: larger(o.outer), inner: larger(o.inner) }));
}

function circle(radius: number, count: number): Outline {
  const outer: [number, number][] = [];
  for (let k = 0; k < count; k++) {
    const angle = (2 * Math.PI * k) / count;
    outer.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
  }
  return { s: 0, outer, inner: [] };
}

/** Place of `at` in a sorted list. */
function place(list: number[], at: number): { index: number; part: number } {
  let k = 0;
  while (k + 2 < list.length && list[k + 1]! <= at) k++;
  if (list.length < 2) return { index: 0, part: 0 };
  const part = (at - list[k]!) / (list[k + 1]! - list[k]! || 1);
  return { index: k, part: Math.min(Math.max(part, 0), 1) };
}
