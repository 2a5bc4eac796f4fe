// Keys of the whole page, and the list of them.

import { h } from "./dom";

/** A key, what it does in words, and what it does. Several may do the same with different keys. */
export interface Key {
  keys: string[];
  text: string;
  act?: () => void;
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
  const act = new Map(list.flatMap((key) => (key.act ? key.keys.map((name) => [name, key.act!] as const) : [])));
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
