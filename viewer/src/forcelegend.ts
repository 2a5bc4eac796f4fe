// What the arrows of contact forces mean: their scale, which one can change, and their colours.

import { digits, h } from "./dom";
import { STATES } from "./forces";
import type { Stage } from "./stage";

/** Fills the legend; empty scales are those of the run. */
export function forceLegend(legend: HTMLElement, stage: Stage): void {
  const { forces } = stage.figures[0]!;
  const field = h("input", { class: "end", value: digits(forces.scale, 4), "aria-label": "newtons per metre", title: "force that an arrow of one metre stands for; empty for a round one with which most of the run are at most a tenth of the model" });
  field.addEventListener("change", () => {
    const wanted = Number(field.value);
    if (wanted > 0 && Number.isFinite(wanted)) stage.scaleForces(wanted);
    else stage.scaleForces(null);
    field.value = digits(forces.scale, 4);
    say();
  });
  const swatch = ([word, colour]: readonly [string, string]) => {
    const mark = h("span", { class: "mark" }, "➝");
    mark.style.color = colour;
    return h("span", {}, mark, ` ${word}`);
  };
  const cut = h("div", { class: "small" });
  const say = () => (cut.textContent = forces.cut ? "two heads: cut, the force is larger" : "");
  say();
  legend.replaceChildren(
    h("div", {}, "contact forces, 1 m = ", field, " N"),
    h("div", { class: "ends" }, ...STATES.map(swatch), h("span", { class: "small" }, `run: max ${digits(forces.largest, 4)} N`)), cut);
}
