// Test of `poinsot view --live`: a page that follows a run from its first frames to its end.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";

/** Starts the command in a folder; `text()` is what it has printed, `code` its exit code in the end. */
function start(command, folder, ...args) {
  const child = spawn(command, args, { cwd: folder });
  const said = [];
  child.stdout.on("data", (bytes) => said.push(bytes));
  child.stderr.on("data", (bytes) => said.push(bytes));
  const code = new Promise((done) => child.on("exit", (number) => done(number)));
  return { child, code, text: () => Buffer.concat(said).toString() };
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function until(what, test, seconds = 30) {
  const end = performance.now() + 1000 * seconds;
  for (;;) {
    const found = await test();
    if (found) return found;
    assert.ok(performance.now() < end, `${what} within ${seconds} s`);
    await pause(100);
  }
}

/** Follows a run of `wall` seconds on the clock. */
export async function follow(browser, command, folder, model, wall) {
  // The viewer may be there before the run.
  const view = start(command, folder, "view", "live.nc", "--live", "--no-open");
  const run = start(command, folder, "run", model, "-o", "live.nc", "--force", "--quiet", "--no-checkpoint", "--max-wall", `${wall} s`);
  try {
    const address = await until("the address is printed", () => /http:\/\/127\.0\.0\.1:\d+\//.exec(view.text())?.[0]);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const problems = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !message.text().includes("GPU stall")) problems.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(address) && !/^(blob|data):/.test(request.url())) problems.push(`request: ${request.url()}`);
    });
    await page.goto(address);
    await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
    const now = () => page.evaluate(() => ({ frames: window.poinsot.runs[0].data.frames, x: window.poinsot.clock.x, badge: document.querySelector(".live").textContent, ended: document.querySelector(".live").dataset.ended === "true" }));

    // Who is at the end sees the newest frame.
    const first = await now();
    const second = await until("more frames", async () => {
      const state = await now();
      return state.frames > first.frames && state;
    });
    assert.ok(second.x > first.x, "the clock follows the run");
    assert.match(second.badge, /^live, /);
    await page.screenshot({ path: `${folder}/live.png` });

    // Who looks at something else is left alone, but the curves grow.
    await page.keyboard.press("Home");
    const third = await until("more frames", async () => {
      const state = await now();
      return state.frames > second.frames && state;
    });
    assert.equal(third.x, 0, "the time that was chosen stays");
    const length = () => page.evaluate(() => window.poinsot.motion.panels[0].plot.plot.data[0].at(-1));
    assert.ok((await length()) > second.x, "plots grow");
    await page.getByRole("tab", { name: "Ledger" }).click();
    await page.keyboard.press("End");

    const last = await until("the end of the run", async () => {
      const state = await now();
      return state.ended && state;
    }, wall + 40);
    assert.equal(await run.code, 3, `the run is stopped by its limit: ${run.text()}`);
    assert.match(last.badge, /^ended: interrupted, /);
    const cells = await page.locator('tr[data-output="total_energy"] td').allTextContents();
    assert.equal(Number(cells[2]), await page.evaluate(() => window.poinsot.runs[0].exact(window.poinsot.runs[0].output("total_energy").column).last));
    await page.screenshot({ path: `${folder}/live-ended.png` });
    // Nothing is asked any more.
    let asked = 0;
    page.on("request", () => asked++);
    await pause(2500);
    assert.equal(asked, 0, "a page of a run that has ended asks no more");
    await until("the viewer says so", () => /live\.nc {3}interrupted/.test(view.text()));
    assert.deepEqual(problems, []);
    await context.close();
    return last;
  } finally {
    run.child.kill();
    view.child.kill("SIGINT");
    assert.equal(await view.code, 0, `ending the viewer is no failure: ${view.text()}`);
  }
}
