// The elements of a mesh: lines between them, their normals, and which one a triangle belongs to.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from "three";
import type { ElementData } from "./types";
import { inflate } from "./data";

/** Lines between elements are drawn unless the user says otherwise if there are at most so many. */
export const MOST_LINED = 3000;

/** Faces of elements, unpacked. */
export class Elements {
  /** Corners of every face. */
  private readonly faces: Uint32Array[] = [];
  /** Number of the element of every face. */
  private readonly of: number[] = [];
  /** Number of the first triangle of every face. */
  private readonly triangles: number[] = [];
  private total = 0;
  readonly count: number;

  constructor(words: Uint32Array, private readonly nodes: number, private readonly sheet: boolean) {
    for (let at = 0; at < words.length; ) {
      const corners = words[at + 1]!;
      this.of.push(words[at]!);
      this.faces.push(words.subarray(at + 2, at + 2 + corners));
      this.triangles.push(this.total);
      this.total += corners - 2;
      at += 2 + corners;
    }
    this.count = new Set(this.of).size;
  }

  /** Pairs of corners between which lines run: where faces of different elements meet, or a face ends. */
  lines(): Uint32Array {
    const met = new Map<number, number>();
    this.faces.forEach((face, f) => face.forEach((a, k) => {
      const b = face[(k + 1) % face.length]!;
      const key = Math.min(a, b) * this.nodes + Math.max(a, b);
      const other = met.get(key);
      // Within an element there is no line.
      met.set(key, other === this.of[f] ? -1 : this.of[f]!);
    }));
    const pairs: number[] = [];
    for (const [key, element] of met) if (element >= 0) pairs.push(Math.floor(key / this.nodes), key % this.nodes);
    const below = this.sheet ? pairs.map((k) => k + this.nodes) : [];
    return new Uint32Array([...pairs, ...below]);
  }

  /** The element that a triangle of the surface belongs to; nothing for rims. */
  at(triangle: number): number | null {
    const place = this.sheet && triangle >= this.total ? triangle - this.total : triangle;
    if (place >= this.total) return null;
    let low = 0;
    let high = this.triangles.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.triangles[middle]! <= place) low = middle;
      else high = middle - 1;
    }
    return this.of[low] ?? null;
  }

  /** A geometry of normals, to be moved by `moveNormals`. */
  normals(): BufferGeometry {
    const places = new BufferAttribute(new Float32Array(6 * this.faces.length), 3).setUsage(DynamicDrawUsage);
    return new BufferGeometry().setAttribute("position", places);
  }

  /** Moves normals to where the corners of faces are. */
  moveNormals(geometry: BufferGeometry, corners: Float32Array, most: number): void {
    const attribute = geometry.getAttribute("position") as BufferAttribute;
    const out = attribute.array as Float32Array;
    this.faces.forEach((face, f) => {
      let [x, y, z, nx, ny, nz] = [0, 0, 0, 0, 0, 0];
      for (let k = 0; k < face.length; k++) {
        const a = 3 * face[k]!;
        const b = 3 * face[(k + 1) % face.length]!;
        x += corners[a]! / face.length;
        y += corners[a + 1]! / face.length;
        z += corners[a + 2]! / face.length;
        nx += 0.5 * (corners[a + 1]! - corners[b + 1]!) * (corners[a + 2]! + corners[b + 2]!);
        ny += 0.5 * (corners[a + 2]! - corners[b + 2]!) * (corners[a]! + corners[b]!);
        nz += 0.5 * (corners[a]! - corners[b]!) * (corners[a + 1]! + corners[b + 1]!);
      }
      const area = Math.hypot(nx, ny, nz) || 1;
      const long = Math.min(0.8 * Math.sqrt(area), most) / area;
      out.set([x, y, z, x + long * nx, y + long * ny, z + long * nz], 6 * f);
    });
    attribute.needsUpdate = true;
  }
}

/** Unpacks the elements of a flexible body. */
export async function elementsOf(data: ElementData, nodes: number): Promise<Elements> {
  const { buffer } = await inflate(data.data, "deflate");
  return new Elements(new Uint32Array(buffer), nodes, data.sheet);
}
