// The things of one run in three dimensions: made once, moved at every frame.

import {
  Box3, BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, DoubleSide, Group, Line,
  LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshLambertMaterial, Object3D, Quaternion, SphereGeometry, TorusGeometry,
  Vector3,
} from "three";
import { between, scaleOf, type Scale } from "./colour";
import type { Run } from "./data";
import { jointMarker } from "./markers";
import { pathOf } from "./path";
import { Poses } from "./pose";
import { meshOf, placeShape } from "./shapes";
import { Sweep } from "./sweep";
import type { Anchor, BodyItem, ColourItem, JointItem, LineItem, LinkItem, Quat, ShapeItem, Solid } from "./types";

/** Reach of a solid from its centre, at most, as a part of the size of the scene. */
export const LARGEST = 0.22;

export interface Look {
  size: number;
  /** Whether flexible bodies are drawn with many corners. */
  fine: boolean;
  ghost: boolean;
}

/** Colours of flexible bodies that show no values. */
const PLAIN: Record<LineItem["kind"], number> = { beam: 0x7d93ad, cable: 0xb08968, shell: 0x86a096, solid: 0x9c92aa };

/** What flexible bodies are coloured by: a variable and its component, `-1` for the length of the vector. */
export interface Colouring {
  variable: string;
  component: number;
  /** Values at the ends of the scale; those of the whole run where there is none. */
  range: [number | null, number | null];
}

/** A place on a flexible body that was picked. */
export interface Spot {
  node: string;
  /** Empty where there is none. */
  element: string;
  /** The value that the body is coloured by, now. */
  value: () => number;
}

export class Figures {
  readonly group = new Group();
  readonly poses: Poses;
  /** Objects that can be picked, with the name of their item. */
  readonly pickable: Object3D[] = [];
  private readonly bodies: { item: BodyItem; holder: Group; triad: Object3D }[] = [];
  private readonly sweeps: Sweep[] = [];
  private readonly values = new Map<Sweep, Float32Array>();
  private readonly lines: LineSegments[] = [];
  private readonly normals: { sweep: Sweep; lines: LineSegments }[] = [];
  private readonly moved: (() => void)[] = [];
  private readonly triads: { item: string; triad: Object3D }[] = [];
  private readonly joints: Object3D[] = [];
  private readonly frameOf = new Map<number, number>();
  private colouring: Colouring | null = null;
  scale: Scale | null = null;
  /** The least and the largest value of the whole run. */
  found: [number, number] | null = null;
  private readonly materials = new Map<string, MeshLambertMaterial>();
  private x = 0;

  constructor(readonly run: Run, readonly look: Look) {
    this.poses = new Poses(run);
    const { scene } = run.data;
    for (const line of scene.lines) {
      for (let k = 0; line.firstFrame >= 0 && k < line.nodes; k++) this.frameOf.set(line.firstNode + k, line.firstFrame + k);
    }
    for (const item of scene.bodies) this.addBody(item);
    for (const disc of scene.discs) {
      const holder = this.bodies.find((b) => b.item.index === disc.body)?.holder;
      if (!holder) continue;
      const ring = new Mesh(new TorusGeometry(disc.radius, 0.03 * disc.radius, 8, 48), this.material("disc", 0x9a7b4f));
      ring.position.set(...disc.center);
      ring.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...disc.axis));
      this.name(ring, disc.name);
      holder.add(ring);
    }
    for (const line of scene.lines) {
      const sweep = new Sweep(scene, line, 0.0035 * look.size, look.fine);
      const colour = PLAIN[line.kind];
      const material = this.material(line.kind, colour);
      material.vertexColors = true;
      material.side = DoubleSide;
      const mesh = new Mesh(sweep.geometry, material);
      mesh.frustumCulled = false;
      mesh.userData.sweep = sweep;
      this.name(mesh, line.name);
      this.group.add(mesh);
      this.sweeps.push(sweep);
      this.addElements(sweep);
      this.addSectionAxes(line);
    }
    for (const joint of scene.joints) this.addJoint(joint);
    for (const link of scene.links) this.addLink(link);
    this.addArms();
    this.addSensors();
    for (const shape of scene.shapes ?? []) this.addShape(shape);
  }

  private material(key: string, colour: number): MeshLambertMaterial {
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

  private name(object: Object3D, name: string): void {
    object.userData.item = name;
    if (!this.look.ghost) this.pickable.push(object);
  }

  private addBody(item: BodyItem): void {
    const { size } = this.look;
    const least = 0.012 * size;
    const solid = item.solid;
    let mesh: Mesh | null = null;
    if (solid.kind === "box") {
      const sides = solid.size.map((side) => Math.max(side, least)) as [number, number, number];
      mesh = new Mesh(new BoxGeometry(...sides), this.material("body", 0x5b8def));
    } else if (solid.kind === "cylinder") {
      const height = Math.max(solid.height, least);
      const shape = new CylinderGeometry(Math.max(solid.radius, least / 2), Math.max(solid.radius, least / 2), height, 40);
      shape.rotateZ(-Math.PI / 2);
      mesh = new Mesh(shape, this.material("round", 0x5b8def));
    } else if (solid.kind === "sphere") {
      const radius = Math.max(solid.radius, 0.018 * size);
      mesh = new Mesh(new SphereGeometry(radius, 20, 14), this.material("round", 0x5b8def));
    }
    const holder = new Group();
    if (mesh) {
      mesh.scale.setScalar(Math.min(1, this.room(item) / Math.max(reachOf(solid), 1e-300)));
      mesh.position.set(...item.center);
      mesh.quaternion.copy(turnOf(item.axes));
      this.name(mesh, item.name);
      holder.add(mesh);
    }
    const triad = this.triad(item.name, 0.12);
    holder.add(triad);
    this.group.add(holder);
    this.bodies.push({ item, holder, triad });
  }

  /** Some bodies have more inertia than their surroundings have room: they are drawn not much larger than the reach of their joints. */
  private room(item: BodyItem): number {
    const { scene } = this.run.data;
    const ends = [...scene.joints, ...scene.links].flatMap((joint) => joint.between);
    const own = ends.filter((end) => end.kind === "body" && end.index === item.index);
    const reach = Math.max(0, ...own.map((end) => new Vector3(...end.at).distanceTo(new Vector3(...item.center))));
    // Equal moments about all axes are mostly a guess of the user, not the shape of a body.
    const [wide, part] = item.solid.kind === "sphere" ? [0.5, 0.08] : [1.2, LARGEST];
    const most = part * this.look.size;
    return reach > 0.1 * most ? Math.min(wide * reach, most) : most;
  }

  private addJoint(joint: JointItem): void {
    const { size } = this.look;
    const r = Math.max(0.011 * size, ...joint.between.map((end) => 1.1 * this.thickness(end)));
    const marker = jointMarker(joint.core, joint.rods, r, this.material("joint", 0xe0a030));
    marker.traverse((child) => {
      if (!(child instanceof Mesh)) return;
      this.name(child, joint.name);
      child.userData.small = true;
    });
    this.group.add(marker);
    this.joints.push(marker);
    marker.add(this.triad(joint.name, 0.08));
    // A cable has no axes of its own: those of the other side are shown.
    const [first, second] = joint.between;
    const turns = (end: typeof first) => end.kind !== "node" || this.frameOf.has(end.index);
    const end = !turns(first) && turns(second) ? second : first;
    this.moved.push(() => this.poses.anchor(end, this.frame, marker.position, marker.quaternion));
  }

  /** Half the thickness of the line that something is attached to: a joint must not hide in it. */
  private thickness(end: Anchor): number {
    if (end.kind !== "node") return 0;
    const line = this.run.data.scene.lines.find((l) => end.index >= l.firstNode && end.index < l.firstNode + l.nodes);
    return Math.min(line?.startReach ?? 0, 0.018 * this.look.size);
  }

  private readonly frame = (node: number): number => this.frameOf.get(node) ?? -1;

  /** Springs, dampers, bushings and rods of constant length: a zigzag or a line between two points. */
  private addLink(link: LinkItem): void {
    const zigzag = link.kind === "spring" ? 16 : 0;
    const places = new Float32Array(3 * (zigzag + 2));
    const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(places, 3));
    const line = new Line(geometry, new LineBasicMaterial({ color: 0x2b8a3e, transparent: this.look.ghost, opacity: this.look.ghost ? 0.3 : 1 }));
    line.frustumCulled = false;
    this.name(line, link.name);
    this.group.add(line);
    const a = new Vector3();
    const b = new Vector3();
    const side = new Vector3();
    const turn = new Quaternion();
    this.moved.push(() => {
      this.poses.anchor(link.between[0], this.frame, a, turn);
      this.poses.anchor(link.between[1], this.frame, b, turn);
      side.subVectors(b, a).cross(Math.abs(b.z - a.z) > 0.9 * a.distanceTo(b) ? XAXIS : ZAXIS).normalize();
      for (let k = 0; k < zigzag + 2; k++) {
        const f = k / (zigzag + 1);
        const out = k < 2 || k >= zigzag ? 0 : (k % 2 ? 1 : -1) * 0.02 * this.look.size;
        places[3 * k] = a.x + f * (b.x - a.x) + out * side.x;
        places[3 * k + 1] = a.y + f * (b.y - a.y) + out * side.y;
        places[3 * k + 2] = a.z + f * (b.z - a.z) + out * side.z;
      }
      geometry.getAttribute("position").needsUpdate = true;
    });
  }

  /** Thin rods from mass centres to what is attached, so that a body reaches to its joints. */
  private addArms(): void {
    const radius = 0.0045 * this.look.size;
    const material = this.material("arm", 0x8fa7c9);
    const { scene } = this.run.data;
    for (const link of [...scene.joints, ...scene.links])
      for (const end of link.between) {
        if (end.kind !== "body") continue;
        const body = this.bodies.find((b) => b.item.index === end.index);
        // A shape of the model says itself how far a body reaches.
        if (!body || body.item.solid.kind === "none") continue;
        const from = new Vector3(...body.item.center);
        const to = new Vector3(...end.at);
        const long = from.distanceTo(to);
        if (long < 3 * radius) continue;
        const rod = new Mesh(new CylinderGeometry(radius, radius, long, 8), material);
        rod.position.addVectors(from, to).multiplyScalar(0.5);
        rod.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), to.sub(from).normalize());
        this.name(rod, body.item.name);
        body.holder.add(rod);
      }
  }

  /** A shape of the model, on a body, on a line or on the ground. */
  private addShape(shape: ShapeItem): void {
    const geometry = meshOf(this.run.data.scene, shape);
    const fixed = shape.fixed[0];
    if (!geometry || !fixed || shape.opacity === 0) return;
    const colour = shape.colour ?? (shape.of === "ground" ? "#9aa3ad" : "#5b8def");
    const key = `shape ${colour} ${shape.opacity}`;
    const material = this.material(key, new Color(colour).getHex());
    material.side = DoubleSide;
    material.flatShading = false;
    if (shape.opacity < 1) {
      material.transparent = true;
      material.opacity = this.look.ghost ? 0.28 * shape.opacity : shape.opacity;
      material.depthWrite = false;
    }
    const mesh = new Mesh(geometry, material);
    mesh.scale.setScalar(shape.scale);
    this.name(mesh, shape.of === "ground" && shape.name !== "" ? shape.name : shape.of);
    mesh.userData.faint = shape.opacity < 0.6;
    mesh.userData.ground = shape.of === "ground";
    const holder = fixed.kind === "body" ? this.bodies.find((b) => b.item.index === fixed.index)?.holder : undefined;
    if (holder || fixed.kind === "ground") {
      mesh.position.set(...fixed.at);
      mesh.quaternion.copy(turnOf(fixed.axes));
      (holder ?? this.group).add(mesh);
    } else {
      this.group.add(mesh);
      this.moved.push(() => placeShape(shape, this.poses, this.frame, mesh.position, mesh.quaternion));
    }
  }

  private addSensors(): void {
    const column = this.run.column("point");
    if (column < 0) return;
    const material = this.material("sensor", 0xc2185b);
    for (const sensor of this.run.data.scene.sensors) {
      const dot = new Mesh(new SphereGeometry(0.008 * this.look.size, 10, 8), material);
      this.name(dot, sensor.name);
      dot.userData.small = true;
      this.group.add(dot);
      const at = column + 3 * sensor.index;
      this.moved.push(() => {
        const { poses } = this;
        // Where displacements are larger, sensors are not on what they belong to.
        dot.visible = poses.factor === 1;
        dot.position.set(poses.field(at, this.x), poses.field(at + 1, this.x), poses.field(at + 2, this.x));
      });
    }
  }

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

  showJoints(on: boolean): void {
    for (const joint of this.joints) joint.visible = on;
  }

  /** Chooses what lines are coloured by; the scale spans the whole run, from exact extremes. */
  setColouring(colouring: Colouring | null): void {
    this.colouring = colouring;
    this.scale = null;
    if (colouring) {
      const variable = this.run.variable(colouring.variable);
      if (variable) {
        const labels = variable.axes.map((a) => this.run.data.axes[a]!.labels.length);
        const parts = labels.length > 1 ? labels[1]! : 1;
        let low = Infinity;
        let high = -Infinity;
        for (let k = 0; k < labels[0]!; k++) {
          if (colouring.component >= 0) {
            const e = this.run.exact(variable.offset + k * parts + colouring.component);
            low = Math.min(low, e.min);
            high = Math.max(high, e.max);
          } else {
            low = 0;
            const columns = Array.from({ length: parts }, (_, c) => this.run.series(variable.offset + k * parts + c));
            const count = columns[0]!.length;
            for (let f = 0; f < count; f++) high = Math.max(high, Math.hypot(...columns.map((c) => c[f]!)));
          }
        }
        this.found = low <= high ? [low, high] : null;
        const [from, to] = colouring.range;
        if (low <= high) this.scale = from === null && to === null ? scaleOf(low, high) : between(from ?? low, to ?? high);
      }
    }
    for (const [kind, plain] of Object.entries(PLAIN)) {
      const found = this.materials.get(kind);
      if (!found || this.look.ghost) continue;
      const on = this.scale !== null && this.applies(kind);
      found.color.set(on ? 0xffffff : plain);
    }
    if (!this.scale) for (const sweep of this.sweeps) sweep.colour(null, null, false);
    this.paint();
  }

  /** What flexible bodies can be coloured by. */
  private get colours(): ColourItem[] {
    return this.run.data.scene.colours ?? [];
  }

  private applies(kind: string): boolean {
    const colour = this.colours.find((c) => c.variable === this.colouring?.variable);
    return colour !== undefined && (colour.kind === null || colour.kind === kind);
  }

  private paint(): void {
    const { colouring, scale, run } = this;
    if (!colouring || !scale) return;
    const variable = run.variable(colouring.variable);
    if (!variable) return;
    const parts = variable.axes.length > 1 ? run.data.axes[variable.axes[1]!]!.labels.length : 1;
    for (const sweep of this.sweeps) {
      if (!this.applies(sweep.line.kind)) continue;
      const { firstNode, firstStation, nodes } = sweep.line;
      const byNode = this.byNode;
      let values = this.values.get(sweep);
      const count = byNode ? nodes : sweep.stations;
      if (values?.length !== count) this.values.set(sweep, (values = new Float32Array(count)));
      const first = variable.offset + parts * (byNode ? firstNode : firstStation);
      if (colouring.component >= 0) this.poses.fields(first + colouring.component, parts, values);
      else {
        const one = new Float32Array(count);
        values.fill(0);
        for (let c = 0; c < parts; c++) {
          this.poses.fields(first + c, parts, one);
          for (let k = 0; k < count; k++) values[k]! += one[k]! * one[k]!;
        }
        for (let k = 0; k < count; k++) values[k] = Math.sqrt(values[k]!);
      }
      sweep.colour(scale, values, byNode);
    }
  }

  private get byNode(): boolean {
    return this.colours.find((c) => c.variable === this.colouring?.variable)?.kind === null;
  }

  /** What is under a place of a flexible body: the nearest node and the element, by their names, and the value that it is coloured by. */
  spot(hit: { object: Object3D; faceIndex?: number | null | undefined; point: Vector3 }): Spot | null {
    const sweep = this.sweeps.find((s) => s.line.name === hit.object.userData.item && hit.object.userData.sweep === s);
    if (!sweep || hit.faceIndex === undefined || hit.faceIndex === null) return null;
    const index = sweep.geometry.getIndex()!;
    let best = -1;
    let nearest = Infinity;
    for (let c = 0; c < 3; c++) {
      const corner = index.getX(3 * hit.faceIndex + c);
      const far = new Vector3().fromArray(sweep.corners, 3 * corner).distanceTo(hit.point);
      if (far < nearest) [best, nearest] = [corner, far];
    }
    const { node, station } = sweep.nodeOf(best);
    const labels = (axis: string) => this.run.data.axes.find((a) => a.name === axis)?.labels ?? [];
    const element = sweep.elements?.at(hit.faceIndex) ?? null;
    const own = labels(`${sweep.line.kind}_element`).filter((label) => label.startsWith(`${sweep.line.name}:`));
    return {
      node: labels("line_node")[sweep.line.firstNode + node] ?? "",
      element: element === null ? "" : own[element] ?? `${element + 1}`,
      value: () => this.values.get(sweep)?.[this.byNode ? node : station] ?? NaN,
    };
  }

  showLines(on: boolean): void {
    for (const lines of this.lines) lines.visible = on;
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
    this.paint();
  }

  /** Adds the room that everything takes at a time. */
  measure(x: number, box: Box3): void {
    this.update(x);
    this.group.updateMatrixWorld(true);
    for (const object of this.pickable) {
      // Corner by corner unless there are too many: a box around a turned box is too large.
      const corners = object instanceof Mesh ? object.geometry.getAttribute("position").count : 0;
      if (!object.userData.ground) box.expandByObject(object, corners < 6000);
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
      if (found || object.userData.item !== name) return;
      if (object instanceof Mesh && object.frustumCulled === false) {
        const position = object.geometry.getAttribute("position");
        const middle = Math.floor(position.count / 3);
        found = new Vector3().fromBufferAttribute(position, middle);
      } else found = new Vector3().setFromMatrixPosition(object.matrixWorld as Matrix4);
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

/** How far a solid reaches from its centre. */
export function reachOf(solid: Solid): number {
  if (solid.kind === "box") return Math.hypot(...solid.size) / 2;
  if (solid.kind === "cylinder") return Math.hypot(solid.radius, solid.height / 2);
  return solid.kind === "sphere" ? solid.radius : 0;
}

const XAXIS = new Vector3(1, 0, 0);
const ZAXIS = new Vector3(0, 0, 1);

export function turnOf(axes: Quat): Quaternion {
  return new Quaternion(axes[1], axes[2], axes[3], axes[0]);
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
