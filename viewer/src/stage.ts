// The three-dimensional view: camera, light, ground grid, picking, traces.

import {
  AmbientLight, Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, GridHelper, HemisphereLight, Line, LineBasicMaterial,
  PerspectiveCamera, Raycaster, Scene, Vector2, Vector3, WebGLRenderer, type Intersection,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Run } from "./data";
import { css, h } from "./dom";
import { Figures, axes, type Spot } from "./figures";
import type { Cut } from "./section";
import type { Vec3 } from "./types";

/** Pictures that come later than this after the one before are slow [ms]. */
const SLOW = 29;
/** Pictures from which the room of the motion is found. */
const SAMPLES = 32;
/** A picture that has stood still for so long is drawn with all points [ms]. */
const STILL = 250;

export class Stage {
  readonly canvas = h("canvas", { class: "scene", tabindex: 0, "aria-label": "three-dimensional view" });
  readonly figures: Figures[] = [];
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(35, 1, 0.01, 1000);
  /** Nothing where the browser has no WebGL: plots and tables are shown without the view. */
  private readonly renderer: WebGLRenderer | null;
  private readonly controls: OrbitControls;
  private readonly box = new Box3();
  private readonly up: Vector3;
  private size: number;
  private readonly worldTriad;
  private grid: GridHelper | null = null;
  private gridShown = true;
  private readonly traces = new Map<string, Line>();
  private dirty = true;
  private readonly fine: boolean;
  private readonly sharpest: number;
  /** Points per pixel of the page while things move. */
  private sharpness: number;
  private coarse = false;
  private slow = 0;
  private drawnAt = 0;
  picked: (name: string | null, spot: Spot | null) => void = () => {};

  constructor(private readonly runs: Run[]) {
    this.size = this.takeRoom();
    const up = runs[0]!.data.scene.up;
    this.up = new Vector3(...up).normalize();
    // Without a graphics card smooth edges are left to pictures that stand still, which are drawn with more points.
    const name = nameOfRenderer();
    const software = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name ?? "");
    this.sharpest = software ? 2 : Math.min(window.devicePixelRatio, 2);
    this.sharpness = software ? 1 : this.sharpest;
    this.renderer = name === null ? null : new WebGLRenderer({ canvas: this.canvas, antialias: !software });
    if (this.renderer) this.renderer.localClippingEnabled = true;
    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.controls.zoomToCursor = true;
    this.scene.add(new HemisphereLight(0xffffff, 0x8a8f99, 1.6), new AmbientLight(0xffffff, 0.35));
    const sun = new DirectionalLight(0xffffff, 1.9);
    this.camera.add(sun);
    sun.position.set(0.6, 1, 0.4);
    this.scene.add(this.camera);
    this.fine = !software;
    this.fill();
    this.measure(runs[0]!);
    this.worldTriad = axes(0.15 * this.size);
    this.scene.add(this.worldTriad);
    this.listen();
    this.theme();
    this.view("iso");
  }

  private fill(): void {
    for (const old of this.figures.splice(0)) {
      this.scene.remove(old.group);
      old.group.traverse((object) => "geometry" in object && (object.geometry as BufferGeometry).dispose());
    }
    this.figures.push(...this.runs.map((run, k) => new Figures(run, { size: this.size, fine: this.fine, ghost: k > 0 })));
    for (const figures of this.figures) this.scene.add(figures.group);
  }

  /** The run has grown. Where it needs much more room, things are made anew in sizes that can be seen, and all of it is shown. */
  grown(): void {
    const before = this.size;
    this.size = this.takeRoom();
    const much = this.size !== before;
    if (much) this.fill();
    for (const figures of this.figures) figures.forces.measure();
    this.measure(this.runs[0]!);
    this.theme();
    for (const name of [...this.traces.keys()]) this.trace(name, true);
    if (much) this.view("fit");
  }

  /** The room that the command found; its diagonal. */
  private takeRoom(): number {
    const { room, size } = this.runs[0]!.data.scene;
    this.box.set(new Vector3(...room[0]), new Vector3(...room[1]));
    return size;
  }

  /** The box that everything moves in, from pictures over the whole run. */
  private measure(run: Run): void {
    const block = run.geometry;
    const last = run.stored[block]!.block.count - 1;
    const box = new Box3();
    for (let k = 0; k <= SAMPLES; k++) this.figures[0]!.measure(run.x(block, Math.round((k * last) / SAMPLES)), box);
    if (!Number.isFinite(box.getSize(new Vector3()).length()) || box.isEmpty()) return;
    this.figures[0]!.withGround(box);
    this.box.copy(box);
  }

  private listen(): void {
    let down: [number, number] | null = null;
    this.canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    this.canvas.addEventListener("pointerup", (event) => {
      if (!down) return;
      const moved = Math.hypot(event.clientX - down[0], event.clientY - down[1]);
      down = null;
      if (moved >= 5) return;
      const hit = this.hitAt(event.clientX, event.clientY);
      this.picked((hit?.object.userData.item as string | undefined) ?? null, hit ? this.figures[0]!.spot(hit) : null);
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  /** Whether this browser cannot show the view. */
  get blind(): boolean {
    return this.renderer === null;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0 || !this.renderer) return;
    this.renderer.setPixelRatio(this.coarse ? this.sharpness : this.sharpest);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  /** The name of the item under a point of the window. */
  itemAt(x: number, y: number): string | null {
    return (this.hitAt(x, y)?.object.userData.item as string | undefined) ?? null;
  }

  private hitAt(x: number, y: number): Intersection | null {
    const area = this.canvas.getBoundingClientRect();
    const caster = new Raycaster();
    caster.params.Line.threshold = 0.012 * this.size;
    const at = (dx: number, dy: number): Intersection | null => {
      const spot = new Vector2(
        (2 * (x + dx - area.left)) / area.width - 1,
        1 - (2 * (y + dy - area.top)) / area.height,
      );
      caster.setFromCamera(spot, this.camera);
      const hits = caster.intersectObjects(this.figures[0]!.pickable, false);
      const seen = hits.filter((h) => h.object.visible && h.object.parent?.visible !== false && !this.figures[0]!.isHidden(h));
      // Joints and sensors sit on what they belong to and are meant if they are hit just behind its surface.
      // What one looks through is meant if there is nothing behind it.
      const front = seen.find((h) => !h.object.userData.faint) ?? seen[0];
      const hit = seen.find((h) => h.object.userData.small && h.distance < front!.distance + 0.03 * this.size) ?? front;
      return hit?.object.userData.item === undefined ? null : hit;
    };
    // Thin things are hard to hit: look around the point too.
    const near: [number, number][] = [[0, 0], [5, 0], [-5, 0], [0, 5], [0, -5], [4, 4], [-4, 4], [4, -4], [-4, -4]];
    for (const [dx, dy] of near) {
      const found = at(dx, dy);
      if (found) return found;
    }
    return null;
  }

  /** Where an item is in the window. */
  screenPlace(name: string): [number, number] | null {
    const place = this.figures[0]!.placeOf(name);
    if (!place) return null;
    this.camera.updateMatrixWorld(true);
    place.project(this.camera);
    const area = this.canvas.getBoundingClientRect();
    return [area.left + ((place.x + 1) / 2) * area.width, area.top + ((1 - place.y) / 2) * area.height];
  }

  /** Looks from a standard direction, with everything in sight. */
  view(which: "iso" | "x" | "y" | "z" | "fit"): void {
    const center = this.box.getCenter(new Vector3());
    let direction: Vector3;
    if (which === "fit") direction = this.camera.position.clone().sub(this.controls.target).normalize();
    else if (which === "x") direction = new Vector3(1, 0, 0);
    else if (which === "y") direction = new Vector3(0, -1, 0);
    else if (which === "z") direction = new Vector3(0, 0, 1);
    else if (Math.abs(this.up.y) > 0.5) direction = new Vector3(0.55, 0.45 * Math.sign(this.up.y), 0.9);
    else direction = new Vector3(0.6, -0.9, 0.45 * (Math.sign(this.up.z) || 1));
    // Looking along the upward direction, some other one must be up on the screen.
    if (direction.clone().normalize().cross(this.up).length() < 1e-3) direction.addScaledVector(other(this.up), -1e-3);
    direction.normalize();
    // Every corner of the box at a distance at which it is seen.
    const across = new Vector3().crossVectors(this.up, direction).normalize();
    const upward = new Vector3().crossVectors(direction, across);
    const tall = 0.9 * Math.tan((this.camera.fov * Math.PI) / 360);
    let distance = 0.1 * this.size;
    for (let k = 0; k < 8; k++) {
      const corner = new Vector3(k & 1 ? this.box.max.x : this.box.min.x, k & 2 ? this.box.max.y : this.box.min.y, k & 4 ? this.box.max.z : this.box.min.z).sub(center);
      const near = corner.dot(direction);
      distance = Math.max(distance, near + Math.abs(corner.dot(upward)) / tall, near + Math.abs(corner.dot(across)) / (tall * this.camera.aspect));
    }
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(direction, distance);
    this.camera.near = distance / 500;
    this.camera.far = distance * 50;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.dirty = true;
  }

  theme(): void {
    this.scene.background = new Color(css("--sky") || "#ffffff");
    if (this.grid) this.scene.remove(this.grid);
    const spacing = 10 ** Math.floor(Math.log10(this.size / 4));
    const step = this.size / spacing > 20 ? 5 * spacing : this.size / spacing > 8 ? 2 * spacing : spacing;
    const cells = 2 * Math.ceil((0.75 * this.size) / step);
    const line = new Color(css("--line") || "#cccccc");
    const grid = new GridHelper(cells * step, cells, line, line);
    grid.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), this.up);
    const center = this.box.getCenter(new Vector3());
    const low = lowest(this.box, this.up);
    const foot = center.addScaledVector(this.up, low - center.dot(this.up));
    // Lines at round numbers.
    for (const axis of ["x", "y", "z"] as const)
      if (Math.abs(this.up[axis]) < 0.5) foot[axis] = step * Math.round(foot[axis] / step);
    grid.position.copy(foot);
    grid.visible = this.gridShown;
    this.grid = grid;
    this.scene.add(grid);
    this.dirty = true;
  }

  showGrid(on: boolean): void {
    this.gridShown = on;
    if (this.grid) this.grid.visible = on;
    this.dirty = true;
  }

  showTriads(on: boolean): void {
    for (const figures of this.figures) figures.showTriads(on);
    this.worldTriad.visible = on;
    this.dirty = true;
  }

  /** Whether an item has axes to show. */
  hasTriads(name: string): boolean {
    return this.figures[0]!.triadsOf(name).length > 0;
  }

  triadsShown(name: string): boolean {
    return this.figures[0]!.triadsOf(name)[0]?.visible === true;
  }

  showTriadsOf(name: string, on: boolean): void {
    for (const triad of this.figures[0]!.triadsOf(name)) triad.visible = on;
    this.figures[0]!.refresh();
    this.dirty = true;
  }

  showLines(on: boolean): void {
    for (const figures of this.figures) figures.showLines(on);
    this.dirty = true;
  }

  showNormals(on: boolean): void {
    for (const figures of this.figures) figures.showNormals(on);
    this.dirty = true;
  }

  /** Multiplies displacements of all runs. */
  magnify(factor: number): void {
    for (const figures of this.figures) figures.magnify(factor);
    this.dirty = true;
  }

  /** Cuts all runs by a plane; nothing takes it away. */
  cut(plane: Cut | null): void {
    for (const figures of this.figures) figures.cut(plane);
    this.dirty = true;
  }

  /** Whether there are solids to look into. */
  get canCut(): boolean {
    return this.figures.some((figures) => figures.canCut);
  }

  /** The least and the largest place of everything along a direction. */
  span(direction: Vec3): [number, number] {
    const along = new Vector3(...direction);
    const low = lowest(this.box, along);
    return [low, -lowest(this.box, along.negate())];
  }

  /** From what one looks at to the viewer. */
  direction(): Vec3 {
    return this.camera.position.clone().sub(this.controls.target).normalize().toArray() as Vec3;
  }

  showForces(on: boolean): void {
    for (const figures of this.figures) figures.showForces(on);
    this.dirty = true;
  }

  /** Newtons per metre of all arrows; nothing for those of the run. */
  scaleForces(newtons: number | null): void {
    for (const figures of this.figures) figures.scaleForces(newtons);
    this.dirty = true;
  }

  showJoints(on: boolean): void {
    for (const figures of this.figures) figures.showJoints(on);
    this.dirty = true;
  }

  showGhost(on: boolean): void {
    this.figures.slice(1).forEach((figures) => (figures.group.visible = on));
    this.dirty = true;
  }

  /** Adds or removes the path of an item. */
  trace(name: string, on: boolean): void {
    const old = this.traces.get(name);
    if (old) {
      this.scene.remove(old);
      old.geometry.dispose();
      this.traces.delete(name);
    }
    const points = on ? this.figures[0]!.traceOf(name) : null;
    if (points) {
      const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(points, 3));
      const line = new Line(geometry, new LineBasicMaterial({ color: css(`--c${1 + (this.traces.size % 7)}`) }));
      line.frustumCulled = false;
      this.traces.set(name, line);
      this.scene.add(line);
    }
    this.dirty = true;
  }

  traced(name: string): boolean {
    return this.traces.has(name);
  }

  at(x: number): void {
    for (const figures of this.figures) if (figures.group.visible) figures.update(x);
    this.dirty = true;
  }

  changed(): void {
    this.dirty = true;
  }

  /** Draws if something has changed. While pictures come too slowly they are drawn with fewer points. */
  draw(now: number): boolean {
    if (this.canvas.clientWidth === 0 || !this.renderer) return false;
    const passed = now - this.drawnAt;
    if (this.coarse && !this.dirty && passed > STILL) {
      this.coarse = false;
      this.resize();
    }
    if (!this.dirty) return false;
    if (passed < STILL) {
      this.slow = Math.max(0, this.slow + (passed > SLOW ? 1 : -0.5));
      if (this.slow > 4 && this.sharpness > 0.55) {
        this.sharpness *= 0.75;
        this.slow = 0;
        this.coarse = true;
        this.resize();
      } else if (!this.coarse && this.sharpness < this.sharpest) {
        this.coarse = true;
        this.resize();
      }
    }
    this.dirty = false;
    this.drawnAt = now;
    this.renderer.render(this.scene, this.camera);
    return true;
  }
}

/** What draws: the name of a graphics card, or of the software that stands in for it. Nothing if there is no WebGL. */
function nameOfRenderer(): string | null {
  const probe = h("canvas").getContext("webgl2");
  if (!probe) return null;
  const facts = probe.getExtension("WEBGL_debug_renderer_info");
  const name = String(probe.getParameter(facts ? facts.UNMASKED_RENDERER_WEBGL : probe.RENDERER));
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  return name;
}

function lowest(box: Box3, up: Vector3): number {
  let low = Infinity;
  for (const x of [box.min.x, box.max.x])
    for (const y of [box.min.y, box.max.y])
      for (const z of [box.min.z, box.max.z]) low = Math.min(low, x * up.x + y * up.y + z * up.z);
  return low;
}

function other(up: Vector3): Vector3 {
  return Math.abs(up.y) < 0.5 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
}
