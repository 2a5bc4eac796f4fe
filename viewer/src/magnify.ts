// Small deformations made larger, as crates/poinsot-views/src/scene/magnify.rs does it for pictures.

import { Quaternion, Vector3 } from "three";

/** Weight of the axes of a node beside its place, as a part of the mean square distance of nodes from their centre. */
const AXES = 0.01;

/** A rotation times a number: its axis stays, its angle is multiplied. */
export function timesTurn(turn: Quaternion, factor: number): Quaternion {
  if (turn.w < 0) turn.set(-turn.x, -turn.y, -turn.z, -turn.w);
  const sine = Math.hypot(turn.x, turn.y, turn.z);
  if (sine < 1e-12) return turn.set(factor * turn.x, factor * turn.y, factor * turn.z, 1);
  const half = factor * Math.atan2(sine, turn.w);
  const part = Math.sin(half) / sine;
  return turn.set(part * turn.x, part * turn.y, part * turn.z, Math.cos(half));
}

/** The mean of points. */
export function center(points: Float64Array, to: Vector3): Vector3 {
  to.set(0, 0, 0);
  const n = points.length / 3;
  for (let k = 0; k < n; k++) {
    to.x += points[3 * k]!;
    to.y += points[3 * k + 1]!;
    to.z += points[3 * k + 2]!;
  }
  return to.multiplyScalar(1 / Math.max(n, 1));
}

/** The rotation that takes nodes from their start nearest to where they are; without axes if there are no turns. */
export function fit(now: Float64Array, start: Float64Array, turns: Float64Array | null, startTurns: Float64Array | null, middle: Vector3, then: Vector3, to: Quaternion): Quaternion {
  const m = new Float64Array(9);
  let square = 0;
  for (let k = 0; k < now.length; k += 3)
    for (let j = 0; j < 3; j++) {
      const arm = start[k + j]! - then.getComponent(j);
      square += arm * arm;
      for (let i = 0; i < 3; i++) m[3 * i + j]! += (now[k + i]! - middle.getComponent(i)) * arm;
    }
  if (!(square > 0)) return to.identity();
  for (let i = 0; i < 9; i++) m[i]! /= square;
  if (turns && startTurns) {
    const weight = AXES / (turns.length / 4);
    for (let k = 0; k < turns.length; k += 4) {
      P.fromArray(turns, k).multiply(Q.fromArray(startTurns, k).conjugate());
      for (let j = 0; j < 3; j++) {
        V.set(0, 0, 0).setComponent(j, 1).applyQuaternion(P);
        for (let i = 0; i < 3; i++) m[3 * i + j]! += weight * V.getComponent(i);
      }
    }
  }
  // The rotation of the polar decomposition, by iteration from the last one.
  for (let count = 0; count < 60; count++) {
    let dot = 0;
    W.set(0, 0, 0);
    for (let j = 0; j < 3; j++) {
      V.set(0, 0, 0).setComponent(j, 1).applyQuaternion(to);
      C.set(m[j]!, m[3 + j]!, m[6 + j]!);
      dot += V.dot(C);
      W.add(V.cross(C));
    }
    W.multiplyScalar(1 / (Math.abs(dot) + 1e-30));
    const angle = W.length();
    if (angle < 1e-10) break;
    to.premultiply(P.setFromAxisAngle(W.multiplyScalar(1 / angle), angle)).normalize();
  }
  return to;
}

const P = new Quaternion();
const Q = new Quaternion();
const V = new Vector3();
const W = new Vector3();
const C = new Vector3();
