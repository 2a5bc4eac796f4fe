// The time that the animation, the plots and the tables show, and the bar that moves it.

import type { Run } from "./data";
import { digits, h } from "./dom";

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000];

export class Clock {
  x: number;
  playing = false;
  private speed: number;
  private readonly block: number;
  private readonly first: number;
  private last: number;
  /** Whether the run goes on: at its end the clock waits for more. */
  live = false;
  private readonly listeners: ((x: number) => void)[] = [];
  readonly bar: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly now: HTMLElement;
  private readonly speeds: HTMLSelectElement;
  private before = 0;

  constructor(private readonly run: Run) {
    this.block = run.geometry;
    this.first = run.x(this.block, 0);
    this.last = this.end();
    this.x = this.first;
    this.speed = this.natural();
    this.button = h("button", { class: "play", title: "play or stop (space)", "aria-label": "play", onclick: () => this.toggle() }, "▶");
    this.slider = h("input", { type: "range", min: 0, max: 10000, value: 0, step: "any", "aria-label": "time" });
    this.slider.addEventListener("input", () => {
      this.playing = false;
      this.show();
      this.set(this.first + (Number(this.slider.value) / 10000) * (this.last - this.first));
    });
    this.now = h("span", { class: "now" });
    this.speeds = h("select", { title: this.run.timely ? "seconds of the run per second" : "frames per second", "aria-label": "speed" });
    this.speeds.addEventListener("change", () => (this.speed = Number(this.speeds.value)));
    this.offer();
    const jump = (text: string, title: string, go: () => void) => h("button", { title, onclick: go }, text);
    this.bar = h("footer", {}, this.button,
      jump("|◂", "to the start (Home)", () => this.set(this.first)),
      jump("◂", "one frame back (left arrow)", () => this.step(-1)),
      jump("▸", "one frame on (right arrow)", () => this.step(1)),
      this.slider, this.now, this.speeds);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  private end(): number {
    return this.run.x(this.block, Math.max(this.run.stored[this.block]!.block.count - 1, 0));
  }

  /** Speeds at which the run is neither over at once nor endless. */
  private offer(): void {
    const choices = this.run.timely ? SPEEDS.filter((s) => (this.last - this.first) / s > 0.5 && (this.last - this.first) / s < 2000) : [1, 2, 5, 10, 20, 50, 100];
    if (!choices.includes(this.speed)) this.speed = choices[Math.floor(choices.length / 2)] ?? 1;
    this.speeds.replaceChildren(...choices.map((choice) =>
      h("option", { value: choice, selected: choice === this.speed }, this.run.timely ? `${choice} ×` : `${choice} /s`)));
  }

  /** Goes to the end of a run that goes on. */
  follow(): void {
    this.live = true;
    this.set(this.last);
  }

  /** The run has grown. Who is at its end stays there, who looks at something else is left alone. */
  grown(): void {
    const atEnd = this.x >= this.last;
    this.last = this.end();
    this.offer();
    this.set(atEnd ? this.last : this.x);
  }

  /** Real time if that takes between 3 s and a minute, otherwise so that it takes about 8 s. */
  private natural(): number {
    const long = this.last - this.first;
    if (!this.run.timely) return 10;
    if (long >= 3 && long <= 60) return 1;
    const wanted = long / 8;
    return SPEEDS.reduce((best, s) => (Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(best / wanted)) ? s : best), 1);
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (target.matches("input:not([type=range]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? 10 : 1;
    if (event.key === " ") {
      if (target.matches("button") && target !== this.button) return;
      this.toggle();
    } else if (event.key === "ArrowRight") this.step(far);
    else if (event.key === "ArrowLeft") this.step(-far);
    else if (event.key === "Home") this.set(this.first);
    else if (event.key === "End") this.set(this.last);
    else return;
    event.preventDefault();
  }

  onchange(listener: (x: number) => void): void {
    this.listeners.push(listener);
  }

  set(x: number): void {
    this.x = Math.min(Math.max(x, this.first), this.last);
    const part = this.last > this.first ? (this.x - this.first) / (this.last - this.first) : 0;
    if (document.activeElement !== this.slider || this.playing || Math.abs(Number(this.slider.value) - 10000 * part) > 0.01)
      this.slider.value = String(10000 * part);
    this.label();
    for (const listener of this.listeners) listener(this.x);
  }

  private label(): void {
    const { run } = this;
    const of = run.data.frames - 1;
    const k = run.nearest(this.block, this.x);
    const frame = run.stored[this.block]!.frames[k]!;
    const name = run.data.variables[0]?.description === "load factor" || !run.timely ? "λ" : "t";
    const value = run.timely ? this.x : run.stored[this.block]!.times[k]!;
    const unit = run.timely && run.clockUnit !== "1" ? ` ${run.clockUnit}` : "";
    this.now.textContent = `${name} ${digits(value, 6)}${unit}   frame ${frame}/${of}`;
  }

  step(by: number): void {
    this.playing = false;
    this.show();
    const count = this.run.stored[this.block]!.block.count;
    const k = Math.min(Math.max(this.run.nearest(this.block, this.x) + by, 0), count - 1);
    this.set(this.run.x(this.block, k));
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && this.x >= this.last && !this.live) this.set(this.first);
    this.before = performance.now();
    this.show();
  }

  private show(): void {
    this.button.textContent = this.playing ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", this.playing ? "stop" : "play");
  }

  /** Called for every picture the browser shows. */
  tick(now: number): void {
    if (!this.playing) return;
    const passed = Math.min((now - this.before) / 1000, 0.25);
    this.before = now;
    let x = this.x + passed * this.speed;
    if (x > this.last) x = this.live ? this.last : this.first;
    this.set(x);
  }
}
