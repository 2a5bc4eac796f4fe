// Tests of glTF exports: the validator of the standard finds nothing, and the loader of three.js moves things to where the results say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { AnimationMixer, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import validator from "gltf-validator";

/** Errors and warnings of the validator, none of which are allowed. */
async function validate(file) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 20 });
  const { numErrors, numWarnings, messages } = report.issues;
  assert.equal(numErrors + numWarnings, 0, `${file}: ${messages.map((m) => `${m.code} ${m.message} at ${m.pointer}`).join("\n")}`);
  return report.info;
}

/** An animation that can be set to a time. */
export class Film {
  static async open(file) {
    const info = await validate(file);
    const bytes = readFileSync(file);
    const loaded = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
    return new Film(loaded, info);
  }

  constructor(loaded, info) {
    this.scene = loaded.scene;
    this.info = info;
    this.mixer = new AnimationMixer(loaded.scene);
    this.duration = loaded.animations[0].duration;
    const action = this.mixer.clipAction(loaded.animations[0]);
    action.play();
    action.clampWhenFinished = true;
    action.setLoop(2200, 1);
    this.world = this.find("world");
  }

  find(name) {
    let found = null;
    this.scene.traverse((object) => {
      if (object.userData.name === name && !(found && !object.isMesh)) found = object;
    });
    assert.ok(found, `there is a node ${name}`);
    return found;
  }

  at(time) {
    this.mixer.setTime(time);
    this.scene.updateMatrixWorld(true);
  }

  /** From the upright scene back to the axes of the results. */
  back(place) {
    return this.world.worldToLocal(place).toArray();
  }

  /** Where a node is. */
  place(name) {
    return this.back(new Vector3().setFromMatrixPosition(this.find(name).matrixWorld));
  }

  /** Middle of the corners of a skinned surface that lie at an arc length. */
  section(name, s) {
    const mesh = this.find(name);
    assert.ok(mesh.isSkinnedMesh, `${name} is skinned`);
    const rest = mesh.geometry.getAttribute("position");
    // The surface lies straight: its first corner belongs to the first section.
    const joint = mesh.skeleton.boneInverses[0];
    const sum = new Vector3();
    let count = 0;
    for (let k = 0; k < rest.count; k++) {
      const along = new Vector3().fromBufferAttribute(rest, k).applyMatrix4(joint).x;
      if (Math.abs(along - s) > 1e-5) continue;
      sum.add(mesh.getVertexPosition(k, new Vector3()).applyMatrix4(mesh.matrixWorld));
      count++;
    }
    assert.ok(count > 2, `${name} has a section at ${s}`);
    return this.back(sum.divideScalar(count));
  }
}

/** Two places that are to be as near as a part of a length. */
export function near(found, expected, length, part, what) {
  const apart = Math.hypot(...found.map((x, k) => x - expected[k]));
  assert.ok(apart <= part * length, `${what}: ${found} against ${expected}, ${apart} apart`);
}
