// Everything of a scene that has to be unpacked before it is drawn.

import { prepareCells } from "./section";
import { prepareShapes } from "./shapes";
import { prepareSurfaces } from "./sweep";
import type { SceneData } from "./types";

export async function prepare(scene: SceneData): Promise<void> {
  await Promise.all([prepareShapes(scene), prepareSurfaces(scene), prepareCells(scene)]);
}
