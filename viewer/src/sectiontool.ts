// The controls of a section: its direction, its place, its side.

import { digits, h } from "./dom";
import type { Stage } from "./stage";
import type { Vec3 } from "./types";

const AXES: Record<string, Vec3> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** A menu of directions, and a slider and a switch once one is chosen. */
export function sectionTool(stage: Stage): HTMLElement {
  const select = h("select", { title: "a plane that shows the inside of solids", "aria-label": "section" },
    h("option", { value: "" }, "no section"),
    ...Object.keys(AXES).map((axis) => h("option", { value: axis }, `section across ${axis}`)),
    h("option", { value: "free" }, "section across a direction"));
  const slider = h("input", { type: "range", min: 0, max: 1, step: 0.002, value: 0.5, "aria-label": "place of the section", class: "magnify" });
  const flip = h("input", { type: "checkbox", "aria-label": "other side" });
  const shown = h("span", {});
  const parts = [0, 1, 2].map((c) => h("input", { class: "direction", value: "", "aria-label": `direction ${"xyz"[c]}`, title: `${"xyz"[c]} of the direction across the section` }));
  const direction = h("span", { class: "directions" }, ...parts);
  const more = h("span", { class: "row section" }, direction, h("label", { class: "check" }, slider, shown), h("label", { class: "check" }, flip, "flip"));
  /** The unit vector across the section; the last good one while one types. */
  let normal: Vec3 = AXES.x!;
  const apply = () => {
    more.style.display = select.value ? "" : "none";
    direction.style.display = select.value === "free" ? "" : "none";
    if (!select.value) return stage.cut(null);
    if (select.value !== "free") normal = AXES[select.value]!;
    else {
      const typed = parts.map((part) => Number(part.value)) as Vec3;
      const long = Math.hypot(...typed);
      if (Number.isFinite(long) && long > 0) normal = typed.map((c) => c / long) as Vec3;
    }
    const [low, high] = stage.span(normal);
    const distance = low + Number(slider.value) * (high - low);
    shown.textContent = `${select.value === "free" ? "at" : `${select.value} =`} ${digits(distance, 4)} m`;
    const sign = flip.checked ? -1 : 1;
    stage.cut({ normal: normal.map((c) => sign * c) as Vec3, distance: sign * distance });
  };
  select.addEventListener("change", () => {
    // What one looks at is what one would like to look into: what is nearer is taken away.
    const toward = stage.direction();
    if (select.value === "free") toward.forEach((c, k) => (parts[k]!.value = c.toFixed(2)));
    flip.checked = toward["xyz".indexOf(select.value)]! < 0;
    apply();
  });
  slider.addEventListener("input", apply);
  flip.addEventListener("change", apply);
  for (const part of parts) part.addEventListener("input", apply);
  apply();
  return h("span", { class: "row" }, select, more);
}
