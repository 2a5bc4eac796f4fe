// Sections through solids: the inside of elements where a plane cuts them.

import { BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial } from "three";
import { paint, type Scale } from "./colour";
import { inflate } from "./data";
import type { CellData, LineItem, SceneData, Vec3 } from "./types";

/** What lies where `normal . p > distance` is hidden; the normal is a unit vector. */
export interface Cut {
  normal: Vec3;
  distance: number;
}

/** Elements of one kind: for each its number and its nodes. */
interface Cells {
  nodes: number;
  words: Uint32Array;
  /** Further points: where the nodes of each end, nodes, weights. */
  ends: number[];
  of: Uint8Array;
  weights: Float64Array;
  /** Five numbers each. */
  tetrahedra: Uint8Array;
}

const ready = new WeakMap<LineItem, Cells[]>();

/** Unpacks the elements of solids; to be awaited before they are cut. */
export async function prepareCells(scene: SceneData): Promise<void> {
  await Promise.all(scene.lines.map(async (line) => {
    ready.set(line, await Promise.all((line.cells ?? []).map(unpacked)));
  }));
}

async function unpacked(data: CellData): Promise<Cells> {
  const words = new Uint32Array((await inflate(data.data, "deflate")).buffer);
  const step = data.nodes + 1;
  for (let k = step; k < words.length; k++) words[k]! += words[k - step]!;
  const pairs = data.extra.flat();
  let end = 0;
  return {
    nodes: data.nodes,
    words,
    ends: data.extra.map((point) => (end += point.length)),
    of: Uint8Array.from(pairs, ([node]) => node),
    weights: Float64Array.from(pairs, ([, weight]) => weight),
    tetrahedra: Uint8Array.from(data.tetrahedra.flat()),
  };
}

/** The most points of an element, nodes and further ones. */
const POINTS = 27;

/** The cut through one solid. */
export class Section {
  readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly lines: LineSegments;
  private readonly cells: Cells[];
  private readonly plain: Color;
  private readonly corners = new Growing();
  private readonly colours = new Growing();
  private readonly ends = new Growing();
  /** For each triangle the kind of its element and its place in the words of that kind. */
  private owners: number[] = [];
  private readonly sides: Float64Array;
  // Points of one element: distance from the plane, place, value.
  private readonly far = new Float64Array(POINTS);
  private readonly at = new Float64Array(3 * POINTS);
  private readonly value = new Float64Array(POINTS);
  // Corners of one piece of the cut.
  private readonly piece = new Float64Array(12);
  private readonly shade = new Float32Array(12);

  constructor(line: LineItem, plain: number) {
    this.cells = ready.get(line) ?? [];
    this.sides = new Float64Array(line.nodes);
    const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true, side: DoubleSide });
    Object.assign(material, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    this.plain = new Color(plain).lerp(new Color(0xffffff), 0.35);
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: 0x8a94a0, transparent: true, opacity: 0.6 }));
    for (const object of [this.mesh, this.lines]) {
      object.frustumCulled = false;
      object.visible = false;
    }
    this.show();
  }

  private show(): void {
    this.corners.into(this.mesh.geometry, "position");
    this.colours.into(this.mesh.geometry, "color");
    this.ends.into(this.lines.geometry, "position");
  }

  /** Whether there is something to cut. */
  static of(line: LineItem): boolean {
    return (ready.get(line)?.length ?? 0) > 0;
  }

  /** Cuts the solid as its nodes are now; without values in its plain colour. */
  update(nodes: Float64Array, cut: Cut, values: Float32Array | null, scale: Scale | null): void {
    const [nx, ny, nz] = cut.normal;
    const { sides, corners, colours, ends } = this;
    for (let k = 0; k < sides.length; k++) sides[k] = nx * nodes[3 * k]! + ny * nodes[3 * k + 1]! + nz * nodes[3 * k + 2]! - cut.distance;
    corners.length = colours.length = ends.length = 0;
    this.owners = [];
    const shown = scale !== null && values !== null;
    this.cells.forEach((cells, kind) => {
      const { words } = cells;
      const step = cells.nodes + 1;
      for (let from = 0; from < words.length; from += step) {
        let [low, high] = [Infinity, -Infinity];
        for (let k = from + 1; k < from + step; k++) {
          const side = sides[words[k]!]!;
          if (side < low) low = side;
          if (side > high) high = side;
        }
        if (low < 0 && high > 0) this.cutElement(cells, kind, from, nodes, shown ? values : null, shown ? scale : null);
      }
    });
    this.mesh.material.color.copy(shown ? WHITE : this.plain);
    this.show();
  }

  private cutElement(cells: Cells, kind: number, from: number, nodes: Float64Array, values: Float32Array | null, scale: Scale | null): void {
    const { far, at, value } = this;
    const { words, ends, of, weights, tetrahedra: all } = cells;
    const count = cells.nodes;
    for (let k = 0; k < count; k++) {
      const node = words[from + 1 + k]!;
      far[k] = this.sides[node]!;
      value[k] = values ? values[node]! : 0;
      for (let c = 0; c < 3; c++) at[3 * k + c] = nodes[3 * node + c]!;
    }
    for (let e = 0, k = 0; e < ends.length; e++) {
      const to = count + e;
      far[to] = value[to] = at[3 * to] = at[3 * to + 1] = at[3 * to + 2] = 0;
      for (; k < ends[e]!; k++) {
        const [node, weight] = [of[k]!, weights[k]!];
        far[to]! += weight * far[node]!;
        value[to]! += weight * value[node]!;
        for (let c = 0; c < 3; c++) at[3 * to + c]! += weight * at[3 * node + c]!;
      }
    }
    for (let t = 0; t < all.length; t += 5) {
      let above = 0;
      for (let k = 0; k < 4; k++) if (far[all[t + k]!]! > 0) above |= 1 << k;
      const sides = SIDES[above]!;
      if (sides.length === 0) continue;
      for (let k = 0; k < sides.length; k++) this.corner(k, all[t + sides[k]![0]]!, all[t + sides[k]![1]]!, scale);
      this.add(sides.length, kind, from);
      // A side of the piece lies on the surface of the element if the tetrahedron does there.
      for (let k = 0; k < sides.length; k++) if (all[t + 4]! & (1 << sides[k]![2])) this.line(k, (k + 1) % sides.length);
    }
  }

  /** A corner of a piece, where the plane meets the line between two points of the element. */
  private corner(k: number, a: number, b: number, scale: Scale | null): void {
    const { far, at, value, piece, shade } = this;
    const part = far[a]! / (far[a]! - far[b]!);
    for (let c = 0; c < 3; c++) piece[3 * k + c] = at[3 * a + c]! + part * (at[3 * b + c]! - at[3 * a + c]!);
    if (scale) paint(scale, value[a]! + part * (value[b]! - value[a]!), shade, 3 * k);
    else shade.fill(1, 3 * k, 3 * k + 3);
  }

  private add(count: number, kind: number, from: number): void {
    for (let t = 1; t + 1 < count; t++) {
      for (let k = 0; k < 3; k++) {
        const corner = 3 * (k === 0 ? 0 : t + k - 1);
        this.corners.push(this.piece, corner);
        this.colours.push(this.shade, corner);
      }
      this.owners.push(kind, from);
    }
  }

  private line(a: number, b: number): void {
    this.ends.push(this.piece, 3 * a);
    this.ends.push(this.piece, 3 * b);
  }

  /** The number of the element of a triangle, and its node that is nearest to a place. */
  spot(triangle: number, place: Vec3, nodes: Float64Array): { element: number; node: number } {
    const cells = this.cells[this.owners[2 * triangle]!]!;
    const from = this.owners[2 * triangle + 1]!;
    let [node, nearest] = [0, Infinity];
    for (let k = from + 1; k <= from + cells.nodes; k++) {
      const one = cells.words[k]!;
      const far = Math.hypot(...[0, 1, 2].map((c) => nodes[3 * one + c]! - place[c]!));
      if (far < nearest) [node, nearest] = [one, far];
    }
    return { element: cells.words[from]!, node };
  }
}

/** Numbers that become more and fewer, in threes. */
class Growing {
  private list = new Float32Array(3 * 1024);
  private attribute: BufferAttribute | null = null;
  length = 0;

  push(from: ArrayLike<number>, at: number): void {
    if (this.length + 3 > this.list.length) {
      const more = new Float32Array(2 * this.list.length);
      more.set(this.list);
      this.list = more;
    }
    for (let c = 0; c < 3; c++) this.list[this.length++] = from[at + c]!;
  }

  into(geometry: BufferGeometry, name: string): void {
    if (this.attribute?.array !== this.list) {
      // Buffers of the graphics card do not grow.
      geometry.dispose();
      this.attribute = new BufferAttribute(this.list, 3).setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, this.attribute);
    }
    this.attribute.needsUpdate = true;
    geometry.setDrawRange(0, this.length / 3);
    geometry.boundingSphere = null;
    geometry.boundingBox = null;
  }
}

/**
 * For every set of points above the plane the corners of the piece, in order: between which two points each lies, and the point opposite to the
 * side of the tetrahedron that the way to the next corner runs on.
 */
const SIDES: [number, number, number][][] = Array.from({ length: 16 }, (_, above) => {
  const all = [0, 1, 2, 3];
  const up = all.filter((k) => above & (1 << k));
  const down = all.filter((k) => !(above & (1 << k)));
  if (up.length === 0 || down.length === 0) return [];
  if (up.length === 2) {
    const [i, j] = up as [number, number];
    const [k, l] = down as [number, number];
    return [[i, k, j], [i, l, k], [j, l, i], [j, k, l]];
  }
  const [one, others] = up.length === 1 ? [up[0]!, down] : [down[0]!, up];
  const [j, k, l] = others as [number, number, number];
  return [[one, j, l], [one, k, j], [one, l, k]];
});
const WHITE = new Color(0xffffff);
