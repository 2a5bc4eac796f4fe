// The report of a run: reads what the command packed into the page and shows it.

import { ConvergencePage, LedgerPage } from "./books";
import { Clock } from "./clock";
import { Run, unpack } from "./data";
import { h } from "./dom";
import { keyboard } from "./keys";
import { Live, isLive } from "./live";
import { modelPage } from "./modelpage";
import { MotionPage } from "./motion";
import { Plot } from "./plot";
import { prepare } from "./prepare";
import { Stage } from "./stage";
import type { ReportData } from "./types";

type Theme = "light" | "dark";

async function start(): Promise<void> {
  const begin = performance.now();
  const data = JSON.parse(document.getElementById("poinsot-report")?.textContent ?? "null") as ReportData | null;
  if (!data) throw new Error("This page holds no results; it is made by `poinsot report run.nc`.");
  const preference = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen: Theme | null = null;
  const applyTheme = () => (document.documentElement.dataset.theme = chosen ?? (preference.matches ? "dark" : "light"));
  applyTheme();
  document.title = `${data.runs[0]!.title} – Poinsot report`;
  const runs = await Promise.all(data.runs.map(async (run, k) => new Run(run, await unpack(`poinsot-data-${k}`))));
  await Promise.all(runs.map((run) => prepare(run.data.scene)));
  const clock = new Clock(runs[0]!);
  const stage = new Stage(runs);
  const motion = new MotionPage(runs, stage, clock);
  const ledger = new LedgerPage(runs, clock);
  const convergence = new ConvergencePage(runs, clock);
  const pages: [string, HTMLElement, { theme(): void; at(x: number): void } | null][] = [
    ["Motion", motion.element, motion],
    ["Ledger", ledger.element, ledger],
    ["Convergence", convergence.element, convergence],
    ["Model", modelPage(runs), null],
  ];
  const nav = h("nav", { role: "tablist" });
  const select = (k: number) => {
    pages.forEach(([, element], i) => element.classList.toggle("shown", i === k));
    [...nav.children].forEach((b, i) => b.setAttribute("aria-selected", String(i === k)));
    pages[k]![2]?.at(clock.x);
    stage.changed();
  };
  pages.forEach(([name], k) => nav.append(h("button", { role: "tab", onclick: () => select(k) }, name)));
  const theme = () => {
    applyTheme();
    stage.theme();
    for (const page of pages) page[2]?.theme();
  };
  preference.addEventListener("change", theme);
  const turnTheme = () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    theme();
  };
  const toggle = h("button", { class: "theme", title: "dark or light (t)", "aria-label": "dark or light", onclick: turnTheme }, "◐");
  const keys = keyboard([
    { keys: ["space"], text: "play or stop" },
    { keys: ["←", "→"], text: "one frame back or on; with shift ten" },
    { keys: ["Home", "End"], text: "first or last frame" },
    { keys: pages.map((_, k) => String(k + 1)), text: `pages: ${pages.map(([name]) => name).join(", ")}`, act: select },
    ...motion.keys(),
    { keys: ["+", "-"], text: "plots: zoom in or out about the time that is shown", act: (k) => Plot.change(k === 0 ? 1.5 : 1 / 1.5, 0, clock.x) },
    { keys: ["[", "]"], text: "plots: earlier or later", act: (k) => Plot.change(1, k === 0 ? -0.25 : 0.25, clock.x) },
    { keys: ["0"], text: "plots: everything", act: () => Plot.zoomAll(null) },
    { keys: ["t"], text: "dark or light", act: turnTheme },
    { keys: ["?"], text: "this list" },
  ]);
  const run = runs[0]!.data;
  const sub = data.runs.map((r) => r.file).join(" against ");
  const about = h("span", { class: "sub" });
  const describe = () => {
    const { status, frames } = runs[0]!.data;
    about.textContent = `${sub} · ${status} · ${frames} frame${frames === 1 ? "" : "s"} · ${data.program}`;
  };
  describe();
  const live = isLive() ? new Live(runs[0]!, (on) => {
    describe();
    stage.grown();
    motion.grown();
    ledger.grown();
    convergence.grown();
    clock.live = on;
    clock.grown();
  }) : null;
  const header = h("header", {}, h("h1", {}, run.title || run.file),
    about, live?.badge ?? null, h("span", { class: "grow" }), nav, keys, toggle);
  document.getElementById("app")!.replaceChildren(header, h("main", {}, ...pages.map((p) => p[1])), clock.bar);
  clock.onchange((x) => {
    stage.at(x);
    motion.at(x);
    ledger.at(x);
    convergence.at(x);
  });
  select(0);
  clock.set(clock.x);
  if (live) clock.follow();
  let drawn = 0;
  const loop = (now: number) => {
    clock.tick(now);
    if (stage.draw(now)) drawn++;
    requestAnimationFrame(loop);
  };
  requestAnimationFrame((now) => {
    stage.view("iso");
    loop(now);
    document.documentElement.dataset.ready = String(Math.round(performance.now() - begin));
  });
  // For tests and for the console of the browser.
  Object.assign(window, { poinsot: { runs, clock, stage, motion, drawn: () => drawn } });
}

start().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  document.getElementById("app")!.replaceChildren(h("p", { class: "failed" }, `The report cannot be shown: ${text}`));
  console.error(error);
});
