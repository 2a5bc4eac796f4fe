// Keys of the whole page, and the list of them.

import { h } from "./dom";

/** Keys, what they do in words, and what the one with this number does. */
export interface Key {
  keys: string[];
  text: string;
  act?: (which: number) => void;
}

/** Listens for keys and makes the list that `?` shows. */
export function keyboard(list: Key[]): HTMLElement {
  const rows = list.map((key) => h("tr", {}, h("td", {}, ...key.keys.map((name) => h("kbd", {}, name))), h("td", {}, key.text)));
  const close = () => dialog.close();
  const dialog = h("dialog", { class: "help", "aria-label": "keys" },
    h("h2", {}, "Keys", h("button", { title: "close", "aria-label": "close", onclick: close }, "×")),
    h("table", {}, h("tbody", {}, ...rows)),
    h("h2", {}, "Mouse and fingers"),
    h("table", {}, h("tbody", {},
      ...[
        ["view", "drag turns, with the right button or two fingers moves, wheel or pinch comes closer; click an item for its values"],
        ["plots", "drag zooms, double click shows all, click sets the time; fingers: pinch zooms, drag moves the range or the time"],
      ].map(([what, how]) => h("tr", {}, h("td", {}, what), h("td", {}, how))))));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  const act = new Map(list.flatMap((key) => (key.act ? key.keys.map((name, k) => [name, () => key.act!(k)] as const) : [])));
  const show = () => (dialog.open ? close() : dialog.showModal());
  act.set("?", show);
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (target.matches("input:not([type=range]):not([type=checkbox]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const found = act.get(event.key);
    if (!found || (dialog.open && found !== show)) return;
    event.preventDefault();
    found();
  });
  document.body.append(dialog);
  return h("button", { class: "keys", title: "keys (?)", "aria-label": "keys", onclick: show }, "?");
}
