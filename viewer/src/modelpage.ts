// The page of the model: tables, units and the text it was read from.

import type { Run } from "./data";
import { digits, h } from "./dom";
import type { Cell, Table } from "./types";

export function modelPage(runs: Run[]): HTMLElement {
  const wide = h("div", { class: "wide" });
  for (const run of runs) {
    const { data } = run;
    wide.append(h("h2", {}, runs.length > 1 ? `${data.title} (${data.file})` : data.title));
    wide.append(h("p", { class: "small" }, "All numbers in SI units; orientations are quaternions from local to world axes, scalar first."));
    if (data.modelNote !== "") wide.append(h("p", { class: "note" }, data.modelNote));
    for (const table of data.tables) wide.append(tableOf(table));
    wide.append(h("h2", {}, "Model text"), h("pre", {}, data.modelText || "The results hold no model text."));
    if (data.settings !== "") wide.append(h("h2", {}, "Settings of the run"), h("pre", {}, data.settings));
    wide.append(h("h2", {}, "Outputs"), outputs(run));
  }
  return h("section", { class: "page" }, wide);
}

/** Ten digits: sums are not good to more. */
function shown(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  return (typeof cell === "number" ? [cell] : cell).map((v) => digits(v, 10)).join(", ");
}

function tableOf(table: Table): HTMLElement {
  const row = (cells: Cell[]) => h("tr", {}, ...cells.map((c) => h("td", { class: typeof c === "number" ? "number" : "" }, shown(c))));
  const head = h("thead", {}, h("tr", {}, ...table.head.map((t, k) => h("th", { class: typeof table.rows[0]?.[k] === "number" ? "number" : "" }, t))));
  return h("div", {}, h("h2", {}, table.title), h("div", { class: "scroll" }, h("table", {}, head, h("tbody", {}, ...table.rows.map(row)))));
}

function outputs(run: Run): HTMLElement {
  const rows = run.data.variables.map((v) =>
    h("tr", {}, h("td", {}, v.name), h("td", {}, v.unit), h("td", {}, v.axes.map((a) => run.data.axes[a]!.name).join(", ")), h("td", {}, v.description)));
  const head = ["variable", "unit", "of", ""].map((t) => h("th", {}, t));
  return h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)));
}
