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

export interface BodyItem {
  name: string;
  index: number;
  kind: "body" | "point mass";
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
  /** One for slow browsers and a finer one, or one for all. */
  surfaces: SurfaceData[];
  /** Faces of its elements, if it is made of them. */
  elements: ElementData | null;
  /** The elements of a solid themselves, kind by kind: what a section cuts. */
  cells: CellData[];
}

/** Faces of elements: number of the element, number of corners, corners (u32 each). zlib, base64. */
export interface ElementData {
  /** Whether corners stand above and below every node: those below follow those above. */
  sheet: boolean;
  data: string;
}

/** Elements of one kind of a solid, and how they are divided into tetrahedra. */
export interface CellData {
  /** Nodes of an element. */
  nodes: number;
  /** Further points of an element: for each the nodes that it is a mean of, with their weights. */
  extra: [number, number][][];
  /** Numbers of four points, nodes first; then a bit for each of them if the side opposite to it lies on the surface of the element. */
  tetrahedra: [number, number, number, number, number][];
  count: number;
  /** For each element its number and its nodes (u32 each), as differences from those of the element before. zlib, base64. */
  data: string;
}

export interface JointItem {
  name: string;
  kind: string;
  between: [Anchor, Anchor];
}

export interface LinkItem {
  name: string;
  kind: string;
  between: [Anchor, Anchor];
  /** Number of its mesh, from the origin along x, and the length of it: it is stretched to the distance of its ends. */
  mesh: number;
  length: number;
}

export interface SensorItem {
  name: string;
  index: number;
  on: string;
}

export interface DiscItem {
  name: string;
  body: number;
}

/** Something that moves as a whole, made of triangles. */
export interface ThingItem {
  shows: "body" | "arm" | "disc" | "shape" | "joint" | "sensor";
  /** Name of what is meant by a click. */
  item: string;
  /** What it is fixed to: one thing, or two neighbouring nodes of a line with their shares; nothing if it is where a sensor is. */
  fixed: (Anchor & { weight: number })[];
  /** Number of the sensor; -1 for anything else. */
  sensor: number;
  /** Number of its mesh. */
  mesh: number;
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
  /** The box around everything in some frames, and its diagonal, after which things that could not be seen are made larger. */
  room: [Vec3, Vec3];
  size: number;
  bodies: BodyItem[];
  lines: LineItem[];
  joints: JointItem[];
  links: LinkItem[];
  sensors: SensorItem[];
  discs: DiscItem[];
  /** Contact shapes that stand on the ground. */
  grounded: string[];
  things: ThingItem[];
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
