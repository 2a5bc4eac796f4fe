// A flexible body as a surface that hangs on its nodes. Its corners and triangles are made by the command; here they are moved.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Quaternion, Vector3 } from "three";
import { paint, type Scale } from "./colour";
import { inflate } from "./data";
import { elementsOf, type Elements } from "./elements";
import type { Poses } from "./pose";
import type { LineItem, SceneData, SurfaceData } from "./types";

/** Turns between section axis and chord beyond this cosine are corners: no smooth curve there. */
const CORNER = 0.8;
/** Words of a frame. */
const WORDS = 4;

/** The numbers of a surface, unpacked. */
interface Unpacked {
  /** Node and station of every frame, and the parts of the way to the next ones. */
  nodes: Uint32Array;
  parts: Float32Array;
  stations: Uint32Array;
  stationParts: Float32Array;
  places: Float32Array;
  /** For each corner the number of its frame. */
  frames: Uint32Array;
  triangles: Uint32Array;
}

const ready = new WeakMap<SceneData, Map<SurfaceData, Unpacked>>();
const meshes = new WeakMap<LineItem, Elements>();

/** Unpacks the surfaces of a run; to be awaited before it is drawn. */
export async function prepareSurfaces(scene: SceneData): Promise<void> {
  const all = scene.lines.flatMap((line) => line.surfaces);
  ready.set(scene, new Map(await Promise.all(all.map(async (one) => [one, await unpacked(one)] as const))));
  await Promise.all(scene.lines.map(async (line) => {
    if (line.elements) meshes.set(line, await elementsOf(line.elements, line.nodes));
  }));
}

async function unpacked(surface: SurfaceData): Promise<Unpacked> {
  const { buffer } = await inflate(surface.data, "deflate");
  const { frames: count, corners, triangles } = surface;
  const words = new Uint32Array(buffer);
  const numbers = new Float32Array(buffer);
  const every = <T extends Uint32Array | Float32Array>(from: T, to: T, first: number): T => {
    for (let k = 0; k < count; k++) to[k] = from[WORDS * k + first]!;
    return to;
  };
  // Whole numbers are stored as differences from those `step` places before.
  const summed = (first: number, length: number, step: number) => {
    const list = words.slice(first, first + length);
    for (let k = step; k < length; k++) list[k]! += list[k - step]!;
    return list;
  };
  const after = WORDS * count;
  return {
    nodes: every(words, new Uint32Array(count), 0),
    parts: every(numbers, new Float32Array(count), 1),
    stations: every(words, new Uint32Array(count), 2),
    stationParts: every(numbers, new Float32Array(count), 3),
    places: numbers.slice(after, after + 3 * corners),
    frames: summed(after + 3 * corners, corners, 1),
    triangles: summed(after + 4 * corners, 3 * triangles, 3),
  };
}

export class Sweep {
  readonly geometry = new BufferGeometry();
  private readonly positions: Float32Array;
  private readonly colours: Float32Array;
  private readonly surface: Unpacked;
  private readonly nodes: Vector3[];
  private readonly turns: Quaternion[];
  /** Of each frame: its origin, then its axes, twelve numbers. */
  private readonly places: Float32Array;
  /** Of each frame its colour. */
  private readonly shades: Float32Array;

  /** The finer or the coarser surface. */
  constructor(scene: SceneData, readonly line: LineItem, fine: boolean) {
    const chosen = fine ? line.surfaces.at(-1) : line.surfaces[0];
    const surface = chosen && ready.get(scene)?.get(chosen);
    if (!surface) throw new Error(`the surface of ${line.name} is not unpacked`);
    this.surface = surface;
    this.positions = new Float32Array(surface.places.length);
    this.colours = new Float32Array(surface.places.length).fill(1);
    this.places = new Float32Array(12 * surface.nodes.length);
    this.shades = new Float32Array(3 * surface.nodes.length);
    this.nodes = Array.from({ length: line.nodes }, () => new Vector3());
    this.turns = Array.from({ length: line.nodes }, () => new Quaternion());
    const position = new BufferAttribute(this.positions, 3).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute("position", position);
    this.geometry.setAttribute("color", new BufferAttribute(this.colours, 3).setUsage(DynamicDrawUsage));
    this.geometry.setIndex(new BufferAttribute(surface.triangles, 1));
  }

  /** Its elements, if it has some. */
  get elements(): Elements | undefined {
    return meshes.get(this.line);
  }

  /** Places of all corners now. */
  get corners(): Float32Array {
    return this.positions;
  }

  /** The node nearest to a corner, counted within the body, and where the corner is among the places with values. */
  private nodeOf(corner: number): { node: number; station: number } {
    const frame = this.surface.frames[corner]!;
    return {
      node: this.surface.nodes[frame]! + Math.round(this.surface.parts[frame]!),
      station: this.surface.stations[frame]! + Math.round(this.surface.stationParts[frame]!),
    };
  }

  /** The corner of a triangle that is nearest to a place: its node and station; and the element of the triangle. */
  spot(triangle: number, place: Vector3): { node: number; station: number; element: number | null } {
    const { triangles } = this.surface;
    let best = 0;
    let nearest = Infinity;
    for (let c = 0; c < 3; c++) {
      const corner = triangles[3 * triangle + c]!;
      const far = POINT.fromArray(this.positions, 3 * corner).distanceTo(place);
      if (far < nearest) [best, nearest] = [corner, far];
    }
    return { ...this.nodeOf(best), element: this.elements?.at(triangle) ?? null };
  }

  /** Moves the surface to where its nodes are. */
  update(poses: Poses): void {
    if (this.line.curve) this.followCurve(poses);
    else this.followNodes(poses);
    this.moveCorners();
  }

  /** Frames of a mesh are its nodes, in their order. */
  private followNodes(poses: Poses): void {
    const { places, line } = this;
    const { at, turns } = poses.of(line);
    for (let k = 0, p = 0; k < line.nodes; k++, p += 12) {
      places[p] = at[3 * k]!;
      places[p + 1] = at[3 * k + 1]!;
      places[p + 2] = at[3 * k + 2]!;
      const x = turns ? turns[4 * k]! : 0;
      const y = turns ? turns[4 * k + 1]! : 0;
      const z = turns ? turns[4 * k + 2]! : 0;
      const w = turns ? turns[4 * k + 3]! : 1;
      places[p + 3] = (1 - 2 * (y * y + z * z));
      places[p + 4] = 2 * (x * y + w * z);
      places[p + 5] = 2 * (x * z - w * y);
      places[p + 6] = 2 * (x * y - w * z);
      places[p + 7] = (1 - 2 * (x * x + z * z));
      places[p + 8] = 2 * (y * z + w * x);
      places[p + 9] = 2 * (x * z + w * y);
      places[p + 10] = 2 * (y * z - w * x);
      places[p + 11] = (1 - 2 * (x * x + y * y));
    }
  }

  private followCurve(poses: Poses): void {
    const { line, nodes, turns, surface, places } = this;
    const n = nodes.length;
    for (let k = 0; k < n; k++) poses.nodePosition(line.firstNode + k, nodes[k]!);
    if (line.firstFrame >= 0) {
      for (let k = 0; k < n; k++) poses.nodeTurn(line.firstFrame + k, turns[k]!);
    } else if (line.curve) this.followTangents();
    let at = 0;
    for (let k = 0; k < surface.nodes.length; k++) {
      const a = surface.nodes[k]!;
      const b = Math.min(a + 1, n - 1);
      const f = surface.parts[k]!;
      this.pointAt(a, b, f);
      const qa = turns[a]!;
      const qb = turns[b]!;
      const sign = qa.dot(qb) < 0 ? -1 : 1;
      TURN.set(
        qa.x + f * (sign * qb.x - qa.x),
        qa.y + f * (sign * qb.y - qa.y),
        qa.z + f * (sign * qb.z - qa.z),
        qa.w + f * (sign * qb.w - qa.w),
      ).normalize();
      X.set(1, 0, 0).applyQuaternion(TURN);
      Y.set(0, 1, 0).applyQuaternion(TURN);
      Z.set(0, 0, 1).applyQuaternion(TURN);
      POINT.toArray(places, at);
      X.toArray(places, at + 3);
      Y.toArray(places, at + 6);
      Z.toArray(places, at + 9);
      at += 12;
    }
  }

  private moveCorners(): void {
    const { surface, places, positions: out } = this;
    const own = surface.places;
    for (let k = 0; k < surface.frames.length; k++) {
      const p = 12 * surface.frames[k]!;
      const x = own[3 * k]!;
      const y = own[3 * k + 1]!;
      const z = own[3 * k + 2]!;
      out[3 * k] = places[p]! + x * places[p + 3]! + y * places[p + 6]! + z * places[p + 9]!;
      out[3 * k + 1] = places[p + 1]! + x * places[p + 4]! + y * places[p + 7]! + z * places[p + 10]!;
      out[3 * k + 2] = places[p + 2]! + x * places[p + 5]! + y * places[p + 8]! + z * places[p + 11]!;
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

  /** Colours the surface by values at its stations; `null` takes the plain colour back. */
  colour(scale: Scale | null, values: Float32Array | null, byNode: boolean): void {
    const { surface, colours, shades } = this;
    const [places, parts] = byNode ? [surface.nodes, surface.parts] : [surface.stations, surface.stationParts];
    if (!scale || !values) colours.fill(1);
    else {
      for (let f = 0; f < places.length; f++) {
        const part = parts[f]!;
        const a = values[places[f]!]!;
        paint(scale, part === 0 ? a : a + part * (values[places[f]! + 1]! - a), shades, 3 * f);
      }
      for (let k = 0; k < surface.frames.length; k++) {
        const f = 3 * surface.frames[k]!;
        colours[3 * k] = shades[f]!;
        colours[3 * k + 1] = shades[f + 1]!;
        colours[3 * k + 2] = shades[f + 2]!;
      }
    }
    this.geometry.getAttribute("color").needsUpdate = true;
  }

  /** How many places with values it has, as far as its surface shows. */
  get stations(): number {
    const { stations, stationParts } = this.surface;
    let most = 0;
    for (let f = 0; f < stations.length; f++) most = Math.max(most, stations[f]! + (stationParts[f]! > 0 ? 2 : 1));
    return most;
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
