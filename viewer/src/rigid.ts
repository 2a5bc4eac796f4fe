// Things that move as a whole: what stands for bodies, shapes of the model, markers of joints, sensors, springs. Their triangles are made by the
// command; here they are put where they belong.

import { Color, DoubleSide, Group, Mesh, type MeshLambertMaterial, type Object3D, Quaternion, Vector3 } from "three";
import type { Poses } from "./pose";
import { meshOf, placeShape } from "./shapes";
import type { Anchor, LinkItem, Quat, SceneData, ThingItem } from "./types";

/** Colours of what the model gives none. */
const PLAIN: Record<ThingItem["shows"], number> = {
  body: 0x5b8def, arm: 0x8fa7c9, disc: 0x9a7b4f, shape: 0x5b8def, joint: 0xe0a030, sensor: 0xc2185b,
};
const GROUND = 0x9aa3ad;
const LINK = 0x2b8a3e;

/** Where things are put, and who moves them. */
export interface Host {
  readonly scene: SceneData;
  readonly group: Group;
  readonly poses: Poses;
  /** Groups that move with bodies, by their numbers. */
  readonly holders: Map<number, Group>;
  /** Number of a node among those with axes, or -1. */
  readonly frame: (node: number) => number;
  /** What is done at every time. */
  readonly moved: (() => void)[];
  readonly ghost: boolean;
  material(key: string, colour: number): MeshLambertMaterial;
  name(object: Object3D, name: string): void;
}

export function isGround(thing: ThingItem): boolean {
  return thing.shows === "shape" && thing.fixed[0]?.kind === "ground";
}

/** Adds a thing and returns it. */
export function addThing(host: Host, thing: ThingItem): Mesh | null {
  const geometry = meshOf(host.scene, thing.mesh);
  if (!geometry) return null;
  const mesh = new Mesh(geometry, materialOf(host, thing));
  host.name(mesh, thing.item);
  mesh.userData.faint = thing.opacity < 0.6;
  mesh.userData.ground = isGround(thing);
  mesh.userData.small = thing.shows === "joint" || thing.shows === "sensor";
  if (thing.shows === "sensor") followSensor(host, thing.sensor, mesh);
  else follow(host, thing, mesh);
  return mesh;
}

function materialOf(host: Host, thing: ThingItem): MeshLambertMaterial {
  const plain = isGround(thing) ? GROUND : PLAIN[thing.shows];
  const colour = thing.colour === null ? plain : new Color(thing.colour).getHex();
  const material = host.material(`${thing.shows} ${colour} ${thing.opacity}`, colour);
  // Meshes of files may be open.
  if (thing.shows === "shape") material.side = DoubleSide;
  if (thing.opacity < 1) {
    material.transparent = true;
    material.opacity = host.ghost ? 0.28 * thing.opacity : thing.opacity;
    material.depthWrite = false;
  }
  return material;
}

function follow(host: Host, thing: ThingItem, mesh: Mesh): void {
  const [fixed, other] = thing.fixed;
  if (!fixed) return;
  const holder = fixed.kind === "body" && !other ? host.holders.get(fixed.index) : undefined;
  if (holder || fixed.kind === "ground") {
    mesh.position.set(...fixed.at);
    mesh.quaternion.copy(turnOf(fixed.axes));
    (holder ?? host.group).add(mesh);
    return;
  }
  host.group.add(mesh);
  host.moved.push(() => placeShape(thing.fixed, host.poses, host.frame, mesh.position, mesh.quaternion));
}

function followSensor(host: Host, sensor: number, mesh: Mesh): void {
  const { poses } = host;
  const column = poses.run.column("point");
  mesh.visible = false;
  host.group.add(mesh);
  if (column < 0) return;
  const at = column + 3 * sensor;
  host.moved.push(() => {
    // Where displacements are larger, sensors are not on what they belong to.
    mesh.visible = poses.factor === 1;
    mesh.position.set(poses.field(at), poses.field(at + 1), poses.field(at + 2));
  });
}

/** Springs, dampers, bushings and rods of constant length: stretched from one end to the other. */
export function addLink(host: Host, link: LinkItem): void {
  const geometry = meshOf(host.scene, link.mesh);
  if (!geometry) return;
  const mesh = new Mesh(geometry, host.material("link", LINK));
  host.name(mesh, link.name);
  host.group.add(mesh);
  const [from, to] = link.between as [Anchor, Anchor];
  host.moved.push(() => {
    host.poses.anchor(from, host.frame, mesh.position, TURN);
    host.poses.anchor(to, host.frame, ALONG, TURN);
    ALONG.sub(mesh.position);
    const long = ALONG.length();
    // The axes follow those of the moment before, without sudden turns.
    X.set(1, 0, 0).applyQuaternion(mesh.quaternion);
    if (long > 0) mesh.quaternion.premultiply(TURN.setFromUnitVectors(X, ALONG.multiplyScalar(1 / long))).normalize();
    mesh.scale.x = Math.max(long / link.length, 1e-6);
  });
}

export function turnOf(axes: Quat): Quaternion {
  return new Quaternion(axes[1], axes[2], axes[3], axes[0]);
}

const TURN = new Quaternion();
const ALONG = new Vector3();
const X = new Vector3();
