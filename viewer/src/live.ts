// A run that goes on: asks the server for new frames and shows them.

import { unpack, type Run } from "./data";
import { digits, h } from "./dom";
import { prepare } from "./prepare";
import type { ReportData } from "./types";

/** Time between two questions [ms], and after a failed one. */
const OFTEN = 1000;
const SELDOM = 3000;
/** Times the size at which things are made anew. */
const MUCH = 1.5;

/** How far the run is, as the server says. */
interface State {
  frames: number;
  time: number;
  ended: boolean;
  status: string;
}

/** Whether this page comes from a server that follows a run. */
export function isLive(): boolean {
  return document.getElementById("poinsot-live") !== null;
}

/** Shows how far the run is, and calls back with the numbers of the report when there are new frames. */
export class Live {
  readonly badge = h("span", { class: "live", role: "status" }, "live");
  /** The user is pressing something: the page must not change under the finger. */
  private busy = false;

  constructor(private readonly run: Run, private readonly grown: (live: boolean) => void) {
    window.addEventListener("pointerdown", () => (this.busy = true), true);
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (this.busy = false), true);
    void this.follow();
  }

  private async follow(): Promise<void> {
    for (;;) {
      let wait = OFTEN;
      try {
        const state = (await (await ask("state")).json()) as State;
        const known = this.run.data.frames;
        // The last numbers come with all the digits and frames of a report.
        if ((state.frames !== known || state.ended) && !this.busy) await this.take(!state.ended);
        this.show(state);
        if (state.ended && !this.busy) return;
      } catch (error) {
        this.badge.textContent = `no answer: ${error instanceof Error ? error.message : String(error)}`;
        this.badge.classList.add("off");
        wait = SELDOM;
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }

  private async take(live: boolean): Promise<void> {
    const page = new DOMParser().parseFromString(await (await ask("data")).text(), "text/html");
    const report = JSON.parse(page.getElementById("poinsot-report")?.textContent ?? "null") as ReportData | null;
    const data = report?.runs[0];
    if (!data) return;
    // Another model under the same name is another page.
    if (data.rowLength !== this.run.data.rowLength || data.modelText !== this.run.data.modelText) {
      location.reload();
      return;
    }
    const bytes = await unpack("poinsot-data-0", page);
    // What things look like stays as it was made, unless the run needs so much more room that they could hardly be seen.
    if (data.scene.size > MUCH * this.run.data.scene.size) await prepare(data.scene);
    else data.scene = this.run.data.scene;
    this.run.load(data, bytes);
    this.grown(live);
  }

  private show(state: State): void {
    const { data } = this.run;
    const unit = data.variables[0]?.unit ?? "s";
    // The frames that are shown may be newer than the answer.
    const time = Math.max(state.time, this.run.exact(data.variables[0]?.offset ?? 0).last);
    const newest = `${digits(time, 6)}${unit === "1" ? "" : ` ${unit}`}`;
    this.badge.textContent = state.ended ? `ended: ${state.status}, ${newest}` : `live, ${newest}`;
    this.badge.classList.toggle("off", state.ended);
    this.badge.dataset.frames = String(data.frames);
    this.badge.dataset.ended = String(state.ended);
  }
}

async function ask(what: string): Promise<Response> {
  const answer = await fetch(what, { cache: "no-store" });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer;
}
