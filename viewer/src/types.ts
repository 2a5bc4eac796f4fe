// What the command writes into the page, beside the packed numbers. Made in crates/poinsot-views/src/report.

export type Vec3 = [number, number, number];
/** Scalar first. */
export type Quat = [number, number, number, number];

export interface Axis {
  name: string;
  labels: string[];
}

export interface Variable {
  name: string;
  unit: string;
  description: string;
  axes: number[];
  /** Place of its first number in a frame. */
  offset: number;
}

/** Some columns of the results at some of the frames. */
export interface Block {
  name: "books" | "items" | "geometry" | "fields";
  encoding: "f64" | "f32" | "u16";
  /** First column and count. */
  ranges: [number, number][];
  columns: number;
  /** Stored frames. */
  count: number;
  /** Whether the least and largest values between stored frames follow. */
  envelope: boolean;
  /** Places in the packed bytes. */
  framesAt: number;
  timesAt: number;
  scalesAt: number;
  dataAt: number;
}

export interface Anchor {
  kind: "ground" | "body" | "node";
  /** Name for people. */
  item: string;
  /** Number among the bodies or line nodes. */
  index: number;
  at: Vec3;
  axes: Quat;
}

export type Solid =
  | { kind: "box"; size: Vec3 }
  | { kind: "cylinder"; radius: number; height: number }
  | { kind: "sphere"; radius: number }
  /** A shape of the model stands for the body. */
  | { kind: "none" };

export interface BodyItem {
  name: string;
  index: number;
  kind: "body" | "point mass";
  solid: Solid;
  center: Vec3;
  axes: Quat;
}

/** A surface that hangs on nodes: every corner keeps its place in a frame, which is at a node or between two. */
export interface SurfaceData {
  frames: number;
  corners: number;
  triangles: number;
  /**
   * Four words per frame: node (u32), part of the way to the next (f32), the same among the places with values. Then places of corners in
   * their frames (three f32 each), numbers of their frames (u32) and triangles (three u32 each), both as differences. zlib, base64.
   */
  data: string;
}

/** A flexible body. */
export interface LineItem {
  name: string;
  kind: "beam" | "cable" | "shell" | "solid";
  /** First of its nodes among all, and how many there are. */
  firstNode: number;
  nodes: number;
  /** First of its nodes among those with axes; -1 if they have none. */
  firstFrame: number;
  /** First of its places with values. */
  firstStation: number;
  /** Whether it is a section along nodes; otherwise faces between nodes. */
  curve: boolean;
  smooth: boolean;
  /** Whether it is a wire, of radius 1 in its surfaces. */
  wire: boolean;
  /** How far its sections reach along their axes, and the first of them. */
  reach: number;
  startReach: number;
  /** One for slow browsers and a finer one, or one for all. */
  surfaces: SurfaceData[];
  /** Faces of its elements, if it is made of them. */
  elements: ElementData | null;
}

/** Faces of elements: number of the element, number of corners, corners (u32 each). zlib, base64. */
export interface ElementData {
  /** Whether corners stand above and below every node: those below follow those above. */
  sheet: boolean;
  data: string;
}

export interface JointItem {
  name: string;
  kind: string;
  core: string;
  rods: number[];
  between: [Anchor, Anchor];
}

export interface LinkItem {
  name: string;
  kind: string;
  between: [Anchor, Anchor];
}

export interface SensorItem {
  name: string;
  index: number;
  on: string;
}

export interface DiscItem {
  name: string;
  body: number;
  center: Vec3;
  axis: Vec3;
  radius: number;
}

/** A shape that the model gives to an item. */
export interface ShapeItem {
  /** May be empty. */
  name: string;
  /** Name of the item, `ground` among them. */
  of: string;
  /** What it is fixed to: one thing, or two neighbouring nodes of a line with their shares. */
  fixed: (Anchor & { weight: number })[];
  /** Number of its mesh. */
  mesh: number;
  scale: number;
  colour: string | null;
  opacity: number;
}

export interface MeshData {
  vertices: number;
  triangles: number;
  /** Corners (f32) and triangles (u32), zlib, base64. */
  data: string;
}

export interface SceneData {
  up: Vec3;
  bodies: BodyItem[];
  lines: LineItem[];
  joints: JointItem[];
  links: LinkItem[];
  sensors: SensorItem[];
  discs: DiscItem[];
  shapes: ShapeItem[];
  meshes: MeshData[];
  /** What flexible bodies can be coloured by. */
  colours: ColourItem[];
  /** Whether things turn or travel far, so that only deformations beside rigid motions are made larger. */
  rigid: boolean;
}

/** A variable that flexible bodies of one kind, or of all, can be coloured by, and the names of its components. */
export interface ColourItem {
  variable: string;
  label: string;
  parts: string[];
  kind: LineItem["kind"] | null;
}

export type Cell = string | number | number[] | null;

export interface Table {
  title: string;
  head: string[];
  rows: Cell[][];
}

export interface RunData {
  file: string;
  title: string;
  status: string;
  attributes: [string, string][];
  modelText: string;
  /** Settings of the run, those of the command line among them. */
  settings: string;
  /** Why the model could not be read again; empty if it could. */
  modelNote: string;
  /** Frames of the results file. */
  frames: number;
  axes: Axis[];
  variables: Variable[];
  rowLength: number;
  blocks: Block[];
  exactAt: number;
  /** Columns whose exact values are there: first and count. */
  exactRanges: [number, number][];
  scene: SceneData;
  tables: Table[];
}

export interface ReportData {
  program: string;
  runs: RunData[];
}
