// The things of one run in three dimensions: made once, moved at every frame.

import {
  Box3, BufferAttribute, BufferGeometry, Color, DoubleSide, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshLambertMaterial,
  Object3D, Plane, Vector3,
} from "three";
import type { Scale } from "./colour";
import { Painting, type Colouring } from "./colouring";
import type { Run } from "./data";
import { Forces } from "./forces";
import { pathOf } from "./path";
import { Poses } from "./pose";
import { addLink, addThing, type Host } from "./rigid";
import { Section, type Cut } from "./section";
import { Sweep } from "./sweep";
import type { BodyItem, LineItem, SceneData, ThingItem, Vec3 } from "./types";

export interface Look {
  size: number;
  /** Whether flexible bodies are drawn with many corners. */
  fine: boolean;
  ghost: boolean;
}

/** Colours of flexible bodies that show no values. */
const PLAIN: Record<LineItem["kind"], number> = { beam: 0x7d93ad, cable: 0xb08968, shell: 0x86a096, solid: 0x9c92aa };

/** How far beside the plane that is asked for solids are cut, as a part of the size of everything. */
const BESIDE = 1e-5;

/** Kinds of flexible bodies that a section cuts: those made of faces. */
const CUT: LineItem["kind"][] = ["shell", "solid"];

/** A place on a flexible body that was picked. */
export interface Spot {
  node: string;
  /** Empty where there is none. */
  element: string;
  /** The value that the body is coloured by, now. */
  value: () => number;
}

export class Figures implements Host {
  readonly group = new Group();
  readonly poses: Poses;
  readonly forces: Forces;
  /** Objects that can be picked, with the name of their item. */
  readonly pickable: Object3D[] = [];
  readonly holders = new Map<number, Group>();
  readonly moved: (() => void)[] = [];
  private readonly bodies: { item: BodyItem; holder: Group }[] = [];
  private readonly sweeps: Sweep[] = [];
  private readonly painting: Painting;
  private readonly sections: { sweep: Sweep; section: Section }[] = [];
  private plane: Cut | null = null;
  private readonly lines: LineSegments[] = [];
  private lined = true;
  private readonly normals: { sweep: Sweep; lines: LineSegments }[] = [];
  private readonly triads: { item: string; triad: Object3D }[] = [];
  private readonly joints: Object3D[] = [];
  private readonly frameOf = new Map<number, number>();
  private readonly materials = new Map<string, MeshLambertMaterial>();
  private x = 0;

  constructor(readonly run: Run, readonly look: Look) {
    this.poses = new Poses(run);
    this.painting = new Painting(run, this.poses, this.sweeps);
    const { scene } = run.data;
    for (const line of scene.lines) {
      for (let k = 0; line.firstFrame >= 0 && k < line.nodes; k++) this.frameOf.set(line.firstNode + k, line.firstFrame + k);
    }
    for (const item of scene.bodies) this.addBody(item);
    for (const line of scene.lines) this.addFlexible(line);
    for (const thing of scene.things) this.addThing(thing);
    for (const link of scene.links) addLink(this, link);
    this.forces = new Forces(run, look.size);
    // Arrows of two runs at a place could not be told apart.
    this.forces.group.visible = !look.ghost;
    this.group.add(this.forces.group);
  }

  get scene(): SceneData {
    return this.run.data.scene;
  }

  get ghost(): boolean {
    return this.look.ghost;
  }

  get scale(): Scale | null {
    return this.painting.scale;
  }

  /** The least and the largest value of what is shown over the whole run. */
  get found(): [number, number] | null {
    return this.painting.found;
  }

  material(key: string, colour: number): MeshLambertMaterial {
    let material = this.materials.get(key);
    if (!material) {
      material = new MeshLambertMaterial({ color: colour, flatShading: key in PLAIN });
      // Lines between elements lie on their faces.
      if (key in PLAIN) Object.assign(material, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
      if (this.look.ghost) {
        material.transparent = true;
        material.opacity = 0.28;
        material.depthWrite = false;
        material.polygonOffset = true;
        material.polygonOffsetFactor = 1;
        material.polygonOffsetUnits = 1;
        material.color.lerp(new Color(0xd1542b), 0.6);
      }
      this.materials.set(key, material);
    }
    return material;
  }

  name(object: Object3D, name: string): void {
    object.userData.item = name;
    if (!this.look.ghost) this.pickable.push(object);
  }

  private addBody(item: BodyItem): void {
    const holder = new Group();
    holder.add(this.triad(item.name, 0.12));
    this.group.add(holder);
    this.holders.set(item.index, holder);
    this.bodies.push({ item, holder });
  }

  private addThing(thing: ThingItem): void {
    const mesh = addThing(this, thing);
    if (!mesh || thing.shows !== "joint") return;
    this.joints.push(mesh);
    // Beside the marker, not within it: axes that are not shown take no room.
    const triad = this.triad(thing.item, 0.08);
    mesh.parent?.add(triad);
    this.moved.push(() => {
      triad.position.copy(mesh.position);
      triad.quaternion.copy(mesh.quaternion);
    });
  }

  private addFlexible(line: LineItem): void {
    const sweep = new Sweep(this.scene, line, this.look.fine);
    const material = this.material(line.kind, PLAIN[line.kind]);
    material.vertexColors = true;
    material.side = DoubleSide;
    const mesh = new Mesh(sweep.geometry, material);
    mesh.frustumCulled = false;
    mesh.userData.sweep = sweep;
    mesh.userData.cut = CUT.includes(line.kind);
    this.name(mesh, line.name);
    this.group.add(mesh);
    this.sweeps.push(sweep);
    this.addElements(sweep);
    this.addSectionAxes(line);
    if (this.look.ghost || !Section.of(line)) return;
    const section = new Section(line, PLAIN[line.kind]);
    section.mesh.userData.section = section;
    section.mesh.userData.sweep = sweep;
    this.name(section.mesh, line.name);
    this.group.add(section.mesh, section.lines);
    this.sections.push({ sweep, section });
  }

  readonly frame = (node: number): number => this.frameOf.get(node) ?? -1;

  showTriads(on: boolean): void {
    for (const { triad } of this.triads) triad.visible = on;
    this.refresh();
  }

  /** Moves what was out of sight to where it belongs. */
  refresh(): void {
    this.update(this.x);
  }

  /** The axes of an item; a beam has them at several nodes. */
  triadsOf(name: string): Object3D[] {
    return this.triads.filter((t) => t.item === name).map((t) => t.triad);
  }

  private triad(item: string, part: number): Object3D {
    const triad = axes(part * this.look.size);
    this.triads.push({ item, triad });
    return triad;
  }

  /** Section axes of a beam at a few nodes. */
  private addSectionAxes(line: LineItem): void {
    if (line.firstFrame < 0) return;
    const last = line.nodes - 1;
    for (const node of new Set([0, 1, 2, 3, 4].map((k) => Math.round((k * last) / 4)))) {
      const triad = this.triad(line.name, 0.06);
      this.group.add(triad);
      this.moved.push(() => {
        if (!triad.visible) return;
        this.poses.nodePosition(line.firstNode + node, triad.position);
        this.poses.nodeTurn(line.firstFrame + node, triad.quaternion);
      });
    }
  }

  showForces(on: boolean): void {
    this.forces.group.visible = on && !this.look.ghost;
    this.refresh();
  }

  /** Newtons per metre of all arrows; nothing for those of the run. */
  scaleForces(newtons: number | null): void {
    this.forces.asked = newtons;
    this.forces.measure();
    this.refresh();
  }

  showJoints(on: boolean): void {
    for (const joint of this.joints) joint.visible = on;
  }

  /** Chooses what flexible bodies are coloured by. */
  setColouring(colouring: Colouring | null): void {
    this.painting.choose(colouring);
    for (const [kind, plain] of Object.entries(PLAIN)) {
      const found = this.materials.get(kind);
      if (!found || this.look.ghost) continue;
      const on = this.scale !== null && this.painting.applies(kind);
      found.color.set(on ? 0xffffff : plain);
    }
    this.cutSections();
  }

  /** Whether there are solids to look into. */
  get canCut(): boolean {
    return this.sections.length > 0;
  }

  /** Hides what lies beyond a plane of what is made of faces, and shows the inside of solids there. */
  cut(plane: Cut | null): void {
    // Planes along which elements meet would cut both or none of them, by round-off: they are moved a little into what is left.
    if (plane) plane = { ...plane, distance: plane.distance - BESIDE * this.look.size };
    this.plane = plane;
    const planes = plane ? [new Plane(new Vector3(...plane.normal).negate(), plane.distance)] : null;
    for (const kind of CUT) {
      const material = this.materials.get(kind);
      if (material) material.clippingPlanes = planes;
    }
    for (const lines of this.lines) (lines.material as LineBasicMaterial).clippingPlanes = planes;
    for (const { section } of this.sections) {
      section.mesh.visible = plane !== null;
      section.lines.visible = plane !== null && this.lined;
    }
    this.cutSections();
  }

  /** Whether a section has hidden what was hit. */
  isHidden(hit: { object: Object3D; point: Vector3 }): boolean {
    const { plane } = this;
    return plane !== null && hit.object.userData.cut === true && hit.point.dot(new Vector3(...plane.normal)) > plane.distance;
  }

  private cutSections(): void {
    const { plane } = this;
    if (!plane) return;
    for (const { sweep, section } of this.sections) {
      section.update(this.poses.of(sweep.line).at, plane, this.painting.of(sweep), this.scale);
    }
  }

  /** What is under a place of a flexible body: the nearest node and the element, by their names, and the value that it is coloured by. */
  spot(hit: { object: Object3D; faceIndex?: number | null | undefined; point: Vector3 }): Spot | null {
    const sweep = hit.object.userData.sweep as Sweep | undefined;
    if (!sweep || hit.faceIndex === undefined || hit.faceIndex === null) return null;
    const { line } = sweep;
    const section = hit.object.userData.section as Section | undefined;
    const { node, station, element } = section
      ? { station: 0, ...section.spot(hit.faceIndex, hit.point.toArray() as Vec3, this.poses.of(line).at) }
      : sweep.spot(hit.faceIndex, hit.point);
    const labels = (axis: string) => this.run.data.axes.find((a) => a.name === axis)?.labels ?? [];
    const own = labels(`${line.kind}_element`).filter((label) => label.startsWith(`${line.name}:`));
    // Solids have values at every node.
    const place = this.painting.byNode || section ? node : station;
    return {
      node: labels("line_node")[line.firstNode + node] ?? "",
      element: element === null ? "" : own[element] ?? `${element + 1}`,
      value: () => this.painting.of(sweep)?.[place] ?? NaN,
    };
  }

  showLines(on: boolean): void {
    this.lined = on;
    for (const lines of this.lines) lines.visible = on;
    for (const { section } of this.sections) section.lines.visible = on && this.plane !== null;
  }

  showNormals(on: boolean): void {
    for (const { lines } of this.normals) lines.visible = on;
    this.refresh();
  }

  /** Elements that lines can be drawn between. */
  get elements(): number {
    return this.sweeps.reduce((sum, sweep) => sum + (sweep.elements?.count ?? 0), 0);
  }

  /** Multiplies displacements. */
  magnify(factor: number): void {
    this.poses.factor = factor;
    this.refresh();
  }

  /** Lines between the elements of a mesh, on the corners of its surface, and normals. */
  private addElements(sweep: Sweep): void {
    const { elements } = sweep;
    if (!elements || this.look.ghost) return;
    const geometry = new BufferGeometry().setAttribute("position", sweep.geometry.getAttribute("position"));
    geometry.setIndex(new BufferAttribute(elements.lines(), 1));
    const lines = new LineSegments(geometry, new LineBasicMaterial({ color: 0x8a94a0, transparent: true, opacity: 0.6 }));
    lines.frustumCulled = false;
    this.lines.push(lines);
    const normals = new LineSegments(elements.normals(), new LineBasicMaterial({ color: 0x78288c }));
    normals.frustumCulled = false;
    normals.visible = false;
    this.normals.push({ sweep, lines: normals });
    this.group.add(lines, normals);
  }

  /** Moves everything to a time. */
  update(x: number): void {
    this.x = x;
    this.poses.at(x);
    for (const { item, holder } of this.bodies) {
      this.poses.bodyPosition(item.index, holder.position);
      this.poses.bodyTurn(item.index, holder.quaternion);
    }
    for (const sweep of this.sweeps) sweep.update(this.poses);
    for (const { sweep, lines } of this.normals) if (lines.visible) sweep.elements?.moveNormals(lines.geometry, sweep.corners, 0.05 * this.look.size);
    for (const move of this.moved) move();
    this.forces.update(x, this.poses.factor !== 1);
    this.painting.paint();
    this.cutSections();
  }

  /** Adds the room that everything takes at a time. */
  measure(x: number, box: Box3): void {
    this.update(x);
    this.group.updateMatrixWorld(true);
    for (const object of this.pickable) {
      if (object.userData.ground || object.userData.section) continue;
      // Corner by corner unless there are too many: a box around a turned box is too large.
      const corners = object instanceof Mesh ? object.geometry.getAttribute("position").count : 0;
      box.expandByObject(object, corners < 6000);
    }
  }

  /** Adds what stands on the ground, unless it dwarfs all that moves: a floor is a background. */
  withGround(box: Box3): void {
    const moving = box.getSize(new Vector3()).length();
    for (const object of this.pickable) {
      if (!object.userData.ground) continue;
      const both = box.clone().expandByObject(object);
      if (both.getSize(new Vector3()).length() < 2 * moving) box.copy(both);
    }
  }

  /** Where an item is, for labels and tests. */
  placeOf(name: string): Vector3 | null {
    let found: Vector3 | null = null;
    this.group.updateMatrixWorld(true);
    this.group.traverse((object) => {
      if (found || object.userData.item !== name || object.userData.section !== undefined) return;
      if (object instanceof Mesh && object.frustumCulled === false) {
        const position = object.geometry.getAttribute("position");
        const middle = Math.floor(position.count / 3);
        found = new Vector3().fromBufferAttribute(position, middle);
      } else {
        // Meshes of things are drawn in the frames of what carries them: the middle of a mesh is where it is seen.
        const sphere = object instanceof Mesh ? (object.geometry as BufferGeometry).boundingSphere : null;
        found = sphere ? sphere.center.clone().applyMatrix4(object.matrixWorld as Matrix4) : new Vector3().setFromMatrixPosition(object.matrixWorld as Matrix4);
      }
    });
    return found;
  }

  /** The path of an item, if it moves. */
  traceOf(name: string): Float32Array | null {
    const path = pathOf(this.run, this.poses, this.frame, name);
    this.poses.at(this.x);
    return path;
  }
}

/** x red, y green, z blue. */
export function axes(length: number): LineSegments {
  const ends = new Float32Array([0, 0, 0, length, 0, 0, 0, 0, 0, 0, length, 0, 0, 0, 0, 0, 0, length]);
  const colours = new Float32Array([0.9, 0.1, 0.1, 0.9, 0.1, 0.1, 0.1, 0.7, 0.1, 0.1, 0.7, 0.1, 0.1, 0.3, 1, 0.1, 0.3, 1]);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(ends, 3));
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  const triad = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true }));
  triad.visible = false;
  return triad;
}
