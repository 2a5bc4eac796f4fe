// The three-dimensional view: camera, light, ground grid, picking, traces.

import {
  AmbientLight, Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, GridHelper, HemisphereLight, Line, LineBasicMaterial,
  PerspectiveCamera, Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Exact, Run } from "./data";
import { css, h } from "./dom";
import { Figures, axes } from "./figures";

/** Below this many frames per second the picture is drawn with fewer points. */
const SLOW = 1 / 40;

export class Stage {
  readonly canvas = h("canvas", { class: "scene", tabindex: 0, "aria-label": "three-dimensional view" });
  readonly figures: Figures[];
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(35, 1, 0.01, 1000);
  private readonly renderer: WebGLRenderer;
  private readonly controls: OrbitControls;
  private readonly box = new Box3();
  private readonly up: Vector3;
  private readonly size: number;
  private readonly worldTriad;
  private grid: GridHelper | null = null;
  private gridShown = true;
  private readonly traces = new Map<string, Line>();
  private dirty = true;
  private sharpness = Math.min(window.devicePixelRatio, 2);
  private slow = 0;
  picked: (name: string | null) => void = () => {};

  constructor(runs: Run[]) {
    for (const run of runs) extent(run, this.box);
    if (this.box.isEmpty()) this.box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    this.size = this.box.getSize(new Vector3()).length() || 1;
    const up = runs[0]!.data.scene.up;
    this.up = new Vector3(...up).normalize();
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, preserveDrawingBuffer: true });
    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.controls.zoomToCursor = true;
    this.scene.add(new HemisphereLight(0xffffff, 0x8a8f99, 1.6), new AmbientLight(0xffffff, 0.35));
    const sun = new DirectionalLight(0xffffff, 1.9);
    this.camera.add(sun);
    sun.position.set(0.6, 1, 0.4);
    this.scene.add(this.camera);
    this.figures = runs.map((run, k) => new Figures(run, { size: this.size, ghost: k > 0 }));
    for (const figures of this.figures) this.scene.add(figures.group);
    this.worldTriad = axes(0.15 * this.size);
    this.scene.add(this.worldTriad);
    this.listen();
    this.theme();
    this.view("iso");
  }

  private listen(): void {
    let down: [number, number] | null = null;
    this.canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    this.canvas.addEventListener("pointerup", (event) => {
      if (!down) return;
      const moved = Math.hypot(event.clientX - down[0], event.clientY - down[1]);
      down = null;
      if (moved < 5) this.picked(this.itemAt(event.clientX, event.clientY));
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(this.sharpness);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  /** The name of the item under a point of the window. */
  itemAt(x: number, y: number): string | null {
    const area = this.canvas.getBoundingClientRect();
    const caster = new Raycaster();
    caster.params.Line.threshold = 0.012 * this.size;
    const at = (dx: number, dy: number): string | null => {
      const spot = new Vector2(
        (2 * (x + dx - area.left)) / area.width - 1,
        1 - (2 * (y + dy - area.top)) / area.height,
      );
      caster.setFromCamera(spot, this.camera);
      const hits = caster.intersectObjects(this.figures[0]!.pickable, false);
      const hit = hits.find((h) => h.object.visible && h.object.parent?.visible !== false);
      return (hit?.object.userData.item as string | undefined) ?? null;
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
    const half = Math.tan((this.camera.fov * Math.PI) / 360) * Math.min(1, this.camera.aspect);
    const distance = (0.56 * this.size) / Math.sin(Math.atan(half));
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(direction.normalize(), distance);
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

  /** Draws if something has changed. */
  draw(): boolean {
    if (!this.dirty || this.canvas.clientWidth === 0) return false;
    this.dirty = false;
    const begin = performance.now();
    this.renderer.render(this.scene, this.camera);
    this.renderer.getContext().flush();
    const took = (performance.now() - begin) / 1000;
    this.slow = took > SLOW ? this.slow + 1 : Math.max(0, this.slow - 1);
    if (this.slow > 6 && this.sharpness > 0.6) {
      this.sharpness *= 0.8;
      this.slow = 0;
      this.resize();
    }
    return true;
  }
}

/** Everything that a run moves through, from exact extremes, and what stands on the ground. */
function extent(run: Run, box: Box3): void {
  const { scene } = run.data;
  const add = (column: number, count: number) => {
    for (let k = 0; k < count; k++) {
      const [x, y, z] = extremes(run, column + 3 * k);
      const low = new Vector3(x.min, y.min, z.min);
      const high = new Vector3(x.max, y.max, z.max);
      if (Number.isFinite(low.lengthSq() + high.lengthSq())) box.expandByPoint(low).expandByPoint(high);
    }
  };
  for (const body of scene.bodies) {
    add(run.column("position") + 3 * body.index, 1);
    const reach = new Vector3(...body.center).length() + solidReach(body.solid);
    const [x, y, z] = extremes(run, run.column("position") + 3 * body.index);
    const middle = new Vector3(x.min + x.max, y.min + y.max, z.min + z.max).multiplyScalar(0.5);
    if (Number.isFinite(middle.lengthSq())) {
      box.expandByPoint(middle.clone().addScalar(reach)).expandByPoint(middle.addScalar(-reach));
    }
  }
  for (const line of scene.lines) add(run.column("node_position") + 3 * line.firstNode, line.s.length);
  for (const joint of [...scene.joints, ...scene.links])
    for (const end of joint.between) if (end.kind === "ground") box.expandByPoint(new Vector3(...end.at));
}

function extremes(run: Run, column: number): [Exact, Exact, Exact] {
  return [run.exact(column), run.exact(column + 1), run.exact(column + 2)];
}

function solidReach(solid: Run["data"]["scene"]["bodies"][number]["solid"]): number {
  if (solid.kind === "box") return Math.hypot(...solid.size) / 2;
  if (solid.kind === "cylinder") return Math.hypot(solid.radius, solid.height / 2);
  return solid.radius;
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
