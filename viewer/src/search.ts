// A box that finds outputs by parts of their names.

import type { Output } from "./data";
import { h } from "./dom";

const MOST = 60;

export class Search {
  readonly element: HTMLElement;
  private readonly input = h("input", { type: "search", placeholder: "find an output: joint, tension, angle ...", "aria-label": "find an output", autocomplete: "off" });
  private readonly hits = h("div", { class: "hits", role: "listbox" });
  private found: Output[] = [];
  private chosen = 0;

  constructor(private readonly outputs: Output[], private readonly take: (name: string) => void) {
    this.element = h("div", { class: "search" }, this.input, this.hits);
    this.input.addEventListener("input", () => this.look());
    this.input.addEventListener("focus", () => this.look());
    this.input.addEventListener("blur", () => setTimeout(() => this.hits.classList.remove("shown"), 200));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") this.move(1);
      else if (event.key === "ArrowUp") this.move(-1);
      else if (event.key === "Enter") this.accept(this.chosen);
      else if (event.key === "Escape") this.input.blur();
      else return;
      event.preventDefault();
    });
  }

  private look(): void {
    const words = this.input.value.toLowerCase().split(/\s+/).filter((w) => w !== "");
    const fits = (o: Output) => words.every((w) => o.name.toLowerCase().includes(w) || o.description.toLowerCase().includes(w));
    const all = this.outputs.filter((o) => o.name !== "time" && fits(o));
    this.found = all.slice(0, MOST);
    this.chosen = 0;
    this.hits.replaceChildren(...this.found.map((o, k) =>
      h("div", { role: "option", title: o.description, onpointerdown: (e: Event) => { e.preventDefault(); this.accept(k); } }, o.name, h("span", { class: "unit" }, o.unit === "1" ? "" : o.unit))));
    if (all.length > MOST) this.hits.append(h("div", { class: "small" }, `${all.length - MOST} more: type another part of the name`));
    if (all.length === 0) this.hits.append(h("div", { class: "small" }, "nothing fits"));
    this.hits.classList.add("shown");
    this.move(0);
  }

  private move(by: number): void {
    if (this.found.length === 0) return;
    this.chosen = (this.chosen + by + this.found.length) % this.found.length;
    [...this.hits.children].forEach((child, k) => child.classList.toggle("chosen", k === this.chosen));
    this.hits.children[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  private accept(k: number): void {
    const output = this.found[k];
    if (!output) return;
    this.take(output.name);
    this.input.value = "";
    this.input.blur();
    this.hits.classList.remove("shown");
  }
}
