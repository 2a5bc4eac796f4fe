// Tests of the report in a real browser. POINSOT is the command, POINSOT_CHROMIUM the browser, OUT the folder for pictures.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { colours, cursor, launch, open } from "./browser.mjs";
import { forces } from "./forces.mjs";
import { Film, near as nearby } from "./gltf.mjs";
import { follow } from "./live.mjs";
import { mesh } from "./mesh.mjs";
import { manyCells, section } from "./section.mjs";

const root = resolve(fileURLToPath(import.meta.url), "../../..");
const command = process.env.POINSOT ?? `${root}/target/release/poinsot`;
const out = resolve(process.env.OUT ?? `${root}/target/report`);
mkdirSync(out, { recursive: true });

const poinsot = (...args) => execFileSync(command, args, { cwd: out, encoding: "utf8", maxBuffer: 1 << 28 });
const only = process.argv[2];

/** Columns of a results file, from the command's own export. */
function columns(file, ...names) {
  const [head, ...lines] = poinsot("export", file, ...names).trim().split("\n");
  const table = lines.map((line) => line.split(",").map(Number));
  return Object.fromEntries(head.split(",").map((title, k) => [title.replace(/ \[.*/, ""), table.map((row) => row[k])]));
}

const checks = [];
const check = (name, work) => checks.push([name, work]);
const near = (a, b, part, what) => assert.ok(Math.abs(a - b) <= part * Math.max(Math.abs(a), Math.abs(b)) + 1e-300, `${what}: ${a} against ${b}`);
/** Half a unit of the last of five digits. */
const HALF = 5.1e-5;
const nothingWrong = (problems) => assert.deepEqual(problems, []);

/** Everything that must hold for the report of any run. */
async function usual(browser, name, { items, output }) {
  const { page, context, problems, seconds } = await open(browser, `${out}/${name}.html`);
  console.log(`   ${name}: ${(statSync(`${out}/${name}.html`).size / 1e6).toFixed(1)} MB, shown after ${seconds.toFixed(2)} s`);
  const seen = await colours(page);
  assert.ok(seen > 8, `the view shows something, with ${seen} colours`);
  await page.screenshot({ path: `${out}/${name}-light.png` });

  // Playing moves the picture and the cursor.
  const view = page.locator("canvas.scene");
  const before = await view.screenshot();
  const from = await cursor(page);
  await page.keyboard.press("Space");
  await page.waitForTimeout(700);
  await page.keyboard.press("Space");
  assert.ok(!(await view.screenshot()).equals(before), "pixels change while it plays");
  assert.ok((await cursor(page)) > from, "the cursor of the plots moves while it plays");

  // Scrubbing with the mouse moves the cursor of the plots to the same time.
  const slider = await page.locator("footer input[type=range]").boundingBox();
  await page.mouse.click(slider.x + 0.7 * slider.width, slider.y + slider.height / 2);
  const scrubbed = await page.evaluate(() => {
    const line = document.querySelector(".nowline");
    return { x: window.poinsot.clock.x, shown: Number(line.dataset.x), width: line.parentElement.clientWidth };
  });
  assert.equal(scrubbed.x, scrubbed.shown);
  const times = columns(`${name}.nc`, "total_energy").time;
  const part = (scrubbed.x - times[0]) / (times.at(-1) - times[0]);
  assert.ok(Math.abs(part - 0.7) < 0.02, `scrubbed to ${part}`);
  assert.ok(Math.abs((await cursor(page)) - part * scrubbed.width) < 2.5, "the cursor stands at the time");
  await page.keyboard.press("End");
  near(await page.evaluate(() => window.poinsot.clock.x), times.at(-1), 1e-12, "End");
  await page.keyboard.press("Home");
  assert.equal(await page.evaluate(() => window.poinsot.clock.x), times[0]);
  await page.keyboard.press("ArrowRight");
  near(await page.evaluate(() => window.poinsot.clock.x), times[1], 1e-12, "one frame on");

  // Picking with the mouse shows the item's name and values.
  for (const item of items) {
    const spot = await page.evaluate((one) => window.poinsot.stage.screenPlace(one), item);
    await page.mouse.click(spot[0], spot[1]);
    assert.equal(await page.locator(".picked").textContent(), item);
  }

  // The values of a plot are those of the results, at any frame.
  await page.locator(".search input").fill(output);
  await page.keyboard.press("Enter");
  const exact = columns(`${name}.nc`, output);
  for (const frame of [0, Math.floor(times.length / 3), times.length - 1]) {
    await page.evaluate((t) => window.poinsot.clock.set(t), times[frame]);
    const shown = await page.locator(`.entry[data-output="${output}"] .value`).first().textContent();
    near(parseFloat(shown), exact[output][frame], HALF, `${output} at frame ${frame}`);
  }

  // The ledger has all digits of the results.
  await page.getByRole("tab", { name: "Ledger" }).click();
  const names = ["total_energy", "kinetic_energy", "energy_gap", "numerical_dissipation", "linear_momentum.x", "angular_momentum_gap.z"];
  const books = columns(`${name}.nc`, ...names);
  for (const one of names) {
    const cells = await page.locator(`tr[data-output="${one}"] td`).allTextContents();
    const series = books[one];
    const expected = [series[0], series.at(-1), series.reduce((a, b) => Math.min(a, b)), series.reduce((a, b) => Math.max(a, b))];
    assert.deepEqual(cells.slice(1, 5).map(Number), expected.map((v) => v + 0), one);
  }
  await page.evaluate((t) => window.poinsot.clock.set(t), times[Math.floor(times.length / 2)]);
  await page.waitForFunction(() => document.querySelectorAll(".page.shown .uplot").length === 8);
  const kinetic = await page.locator('.page.shown .entry[data-output="kinetic"] .value').textContent();
  near(parseFloat(kinetic), books.kinetic_energy[Math.floor(times.length / 2)], HALF, "kinetic energy in the ledger's plot");
  await page.screenshot({ path: `${out}/${name}-ledger.png` });

  await page.getByRole("tab", { name: "Convergence" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".page.shown .uplot").length === 5);
  // Plots that have just been drawn show the time, too.
  await page.waitForFunction(() => [...document.querySelectorAll(".page.shown .nowline")].every((line) => /translateX\(\d/.test(line.style.transform) && line.style.display === ""));
  await page.screenshot({ path: `${out}/${name}-convergence.png` });
  await page.getByRole("tab", { name: "Model" }).click();
  assert.match(await page.locator(".page.shown pre").first().textContent(), /\[run\]/);
  await page.screenshot({ path: `${out}/${name}-model.png` });
  await page.getByRole("tab", { name: "Motion" }).click();

  // Exports of a plot.
  for (const [button, ending] of [["PNG", ".png"], ["CSV", ".csv"]]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".side .card button", { hasText: button }).first().click()]);
    assert.ok(file.suggestedFilename().endsWith(ending));
    await file.saveAs(`${out}/${name}-export${ending}`);
  }
  nothingWrong(problems);
  await context.close();

  const dark = await open(browser, `${out}/${name}.html`, { colorScheme: "dark" });
  assert.equal(await dark.page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await dark.page.evaluate((t) => window.poinsot.clock.set(t), times[Math.floor(times.length / 2)]);
  const colouring = dark.page.getByLabel("colour by");
  if ((await colouring.count()) > 0) await colouring.selectOption({ index: 3 });
  await dark.page.getByText("axes", { exact: true }).click();
  await dark.page.screenshot({ path: `${out}/${name}-dark.png` });
  await dark.page.locator(".theme").click();
  assert.equal(await dark.page.evaluate(() => document.documentElement.dataset.theme), "light");
  nothingWrong(dark.problems);
  await dark.context.close();

  const phone = await open(browser, `${out}/${name}.html`, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  const spot = await phone.page.evaluate((one) => window.poinsot.stage.screenPlace(one), items[0]);
  await phone.page.touchscreen.tap(spot[0], spot[1]);
  assert.equal(await phone.page.locator(".picked").textContent(), items[0]);
  const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `nothing sticks out of a narrow window, which is 390 wide: ${wide}`);
  await phone.page.screenshot({ path: `${out}/${name}-narrow.png` });
  nothingWrong(phone.problems);
  await phone.context.close();
}

check("four-bar", async (browser) => {
  poinsot("run", `${root}/examples/14-four-bar/model.toml`, "-o", "four-bar.nc", "--force", "--quiet", "--duration", "0.15");
  poinsot("report", "four-bar.nc");
  await usual(browser, "four-bar", { items: ["AB", "C"], output: "C.reaction_force.x" });
});

check("falling gate", async (browser) => {
  poinsot("run", `${root}/examples/18-falling-gate/model.toml`, "-o", "gate.nc", "--force", "--quiet", "--duration", "0.6");
  poinsot("report", "gate.nc");
  await usual(browser, "gate", { items: ["gate", "cable", "B"], output: "middle.point.x" });
});

check("shapes and meshes", async (browser) => {
  poinsot("run", `${root}/examples/07-screw-press/model.toml`, "-o", "press.nc", "--force", "--quiet", "--duration", "1");
  poinsot("report", "press.nc");
  const { page, context, problems } = await open(browser, `${out}/press.html`);
  // A triangle of the handwheel that is in front, out of the mesh of the file; 40 of its 984 have no extension.
  const spot = await page.evaluate(() => {
    const { stage } = window.poinsot;
    const wheel = stage.figures[0].pickable.find((o) => o.geometry.getAttribute("position").count === 3 * 944);
    const place = wheel.position.clone();
    const position = wheel.geometry.getAttribute("position");
    const area = stage.canvas.getBoundingClientRect();
    for (let k = 0; k < position.count; k += 3) {
      // The middle of a triangle.
      place.set(0, 0, 0);
      for (let c = 0; c < 3; c++) place.add(wheel.position.clone().fromBufferAttribute(position, k + c));
      place.multiplyScalar(1 / 3).applyMatrix4(wheel.matrixWorld).project(stage.camera);
      const [x, y] = [area.left + ((place.x + 1) / 2) * area.width, area.top + ((1 - place.y) / 2) * area.height];
      if (stage.itemAt(x, y) === wheel.userData.item) return [x, y];
    }
    return null;
  });
  await page.mouse.click(spot[0], spot[1]);
  assert.equal(await page.locator(".picked").textContent(), "spindle");
  const frame = await page.evaluate(() => window.poinsot.stage.screenPlace("blank"));
  await page.mouse.click(frame[0], frame[1]);
  assert.equal(await page.locator(".picked").textContent(), "blank");
  await page.keyboard.press("End");
  await page.screenshot({ path: `${out}/press.png` });
  await page.getByRole("tab", { name: "Model" }).click();
  assert.match(await page.locator(".page.shown").textContent(), /handwheel\.stl, 944 triangles/);
  nothingWrong(problems);
  await context.close();
});

check("keys and fingers", async (browser) => {
  poinsot("run", `${root}/examples/04-double-pendulum/model.toml`, "-o", "double.nc", "--force", "--quiet", "--duration", "2");
  poinsot("report", "double.nc");
  const range = (page) => page.evaluate(() => window.poinsot.motion.panels[0].plot.range);
  const { page, context, problems } = await open(browser, `${out}/double.html`);
  assert.equal(await range(page), null);
  await page.evaluate(() => window.poinsot.clock.set(1));
  for (let k = 0; k < 3; k++) await page.keyboard.press("+");
  const [low, high] = await range(page);
  near(high - low, 2 / 1.5 ** 3, 1e-9, "three times 1.5 times closer");
  near((low + high) / 2, 1, 1e-9, "about the time that is shown");
  await page.keyboard.press("]");
  near((await range(page))[0], low + 0.25 * (high - low), 1e-9, "a quarter later");
  await page.keyboard.press("0");
  assert.equal(await range(page), null);
  await page.keyboard.press("?");
  assert.ok(await page.locator("dialog.help").isVisible());
  await page.screenshot({ path: `${out}/keys.png` });
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("dialog.help").isVisible()));
  await page.keyboard.press("2");
  assert.equal(await page.locator('[role=tab][aria-selected="true"]').textContent(), "Ledger");
  await page.keyboard.press("1");
  // Axes and paths of single items.
  for (const item of await page.evaluate(() => window.poinsot.runs[0].data.scene.joints.map((j) => j.name))) {
    await page.evaluate((name) => window.poinsot.motion.pick(name), item);
    await page.locator(".card .check", { hasText: "axes" }).click();
    assert.ok(await page.evaluate((name) => window.poinsot.stage.triadsShown(name), item));
    if ((await page.locator(".card .check", { hasText: "trace" }).count()) > 0) await page.locator(".card .check", { hasText: "trace" }).click();
  }
  nothingWrong(problems);
  await context.close();

  const phone = await open(browser, `${out}/double.html`, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  const plot = phone.page.locator(".side .u-over").first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  const y = box.y + box.height / 2;
  const at = (part) => box.x + part * box.width;
  const fingers = await phone.context.newCDPSession(phone.page);
  const touch = (type, ...parts) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints: parts.map((part, id) => ({ x: at(part), y, id })) });
  // Two fingers from the middle outwards: what was between 0.4 and 0.6 fills the plot from 0.2 to 0.8.
  await touch("touchStart", 0.4, 0.6);
  await touch("touchMove", 0.3, 0.7);
  await touch("touchMove", 0.2, 0.8);
  await touch("touchEnd");
  const pinched = await range(phone.page);
  near(pinched[1] - pinched[0], 2 / 3, 0.02, "three times closer");
  await touch("touchStart", 0.5);
  await touch("touchMove", 0.4);
  await touch("touchMove", 0.25);
  await touch("touchEnd");
  near((await range(phone.page))[0], pinched[0] + 0.25 * (pinched[1] - pinched[0]), 0.03, "one finger moves the range");
  await phone.page.evaluate(() => window.poinsot.motion.pick(window.poinsot.runs[0].data.scene.bodies[0].name));
  await phone.page.locator(".values").scrollIntoViewIfNeeded();
  await phone.page.screenshot({ path: `${out}/narrow-values.png` });
  nothingWrong(phone.problems);
  await phone.context.close();
});

check("other kinds of results", async (browser) => {
  poinsot("run", `${root}/examples/10-governor/model.toml`, "-o", "governor.nc", "--force", "--quiet", "--duration", "0.5");
  poinsot("run", `${root}/examples/10-governor/model.toml`, "-o", "other.nc", "--force", "--quiet", "--duration", "0.5", "--dt", "0.004");
  poinsot("report", "governor.nc", "--compare", "other.nc", "-o", "compared.html");
  poinsot("statics", `${root}/examples/19-lees-frame/model.toml`, "-o", "frame.nc", "--force", "--quiet");
  poinsot("report", "frame.nc");
  rmSync(`${out}/mode.nc`, { force: true });
  poinsot("modes", `${root}/examples/20-spinning-blade/model.toml`, "--animate", "1", "-o", "mode.nc");
  poinsot("report", "mode.nc");
  for (const name of ["compared", "frame", "mode"]) {
    const { page, context, problems } = await open(browser, `${out}/${name}.html`);
    const before = await page.locator("canvas.scene").screenshot();
    await page.keyboard.press("Space");
    await page.waitForTimeout(700);
    assert.ok(!(await page.locator("canvas.scene").screenshot()).equals(before), `${name} moves`);
    await page.screenshot({ path: `${out}/${name}.png` });
    for (const tab of ["Ledger", "Convergence", "Model"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.waitForTimeout(60);
    }
    if (name === "compared") {
      await page.getByRole("tab", { name: "Motion" }).click();
      assert.ok((await page.locator('.side .entry[data-output*="(other.nc)"]').count()) > 0, "curves of both runs");
    }
    nothingWrong(problems);
    await context.close();
  }
});

check("glTF", async () => {
  poinsot("run", `${root}/examples/14-four-bar/model.toml`, "-o", "film.nc", "--force", "--quiet", "--duration", "0.15");
  poinsot("export", "film.nc", "-o", "film.glb");
  const bar = await Film.open(`${out}/film.glb`);
  const times = columns("film.nc", "total_energy").time;
  near(bar.duration, times.at(-1), 1e-6, "length of the animation");
  const place = (table, item, frame) => ["x", "y", "z"].map((c) => table[`${item}.${c}`][frame]);
  const nodes = ["AB@0.12.node_position", "BC@0.24.node_position", "CD@0.12.node_position", "quarter.point"];
  const table = columns("film.nc", ...nodes);
  for (const frame of [0, 40, 97, times.length - 1]) {
    bar.at(times[frame]);
    // Single precision of places of a quarter of a metre.
    for (const [k, name] of ["AB", "BC", "CD"].entries()) nearby(bar.section(name, [0.12, 0.24, 0.12][k]), place(table, nodes[k], frame), 0.24, 1e-6, `end of ${name} in frame ${frame}`);
    // Between nodes a cubic stands for the element.
    nearby(bar.section("AB", 0.03), place(table, "quarter.point", frame), 0.12, 1e-3, `a quarter of AB in frame ${frame}`);
    nearby(bar.place("quarter"), place(table, "quarter.point", frame), 0.24, 1e-6, `sensor in frame ${frame}`);
  }
  poinsot("run", `${root}/examples/18-falling-gate/model.toml`, "-o", "gate-film.nc", "--force", "--quiet", "--duration", "0.6");
  poinsot("export", "gate-film.nc", "-o", "gate-film.glb", "--speed", "0.1", "--every", "10 ms");
  const gate = await Film.open(`${out}/gate-film.glb`);
  near(gate.duration, 6, 1e-6, "a tenth of the speed");
  const fall = columns("gate-film.nc", "load.position", "cable_middle.point");
  for (const frame of [0, 300, 600]) {
    gate.at(10 * fall.time[frame]);
    nearby(gate.place("load"), place(fall, "load.position", frame), 4, 1e-6, `load in frame ${frame}`);
    nearby(gate.place("cable_middle"), place(fall, "cable_middle.point", frame), 4, 1e-6, `cable in frame ${frame}`);
  }
  // Every kind of item, and results without time.
  for (const name of ["06-slider-crank", "07-screw-press", "08-rolling-disc", "10-governor", "13-swing", "16-lateral-buckling"]) {
    poinsot("run", `${root}/examples/${name}/model.toml`, "-o", "kinds.nc", "--force", "--quiet", "--duration", "0.05");
    poinsot("export", "kinds.nc", "-o", "kinds.glb");
    await Film.open(`${out}/kinds.glb`);
  }
  poinsot("statics", `${root}/examples/19-lees-frame/model.toml`, "-o", "path.nc", "--force", "--quiet");
  poinsot("export", "path.nc", "-o", "path.glb");
  await Film.open(`${out}/path.glb`);
});

check("live", async (browser) => {
  rmSync(`${out}/live.nc`, { force: true });
  // A run that no machine finishes in the time it is given.
  writeFileSync(`${out}/live.toml`, `
title = "Swinging rod"
gravity = [0, 0, -9.81]
[run]
duration = 10000
dt = 0.001
[output]
every = 0.01
[[section]]
name = "bar"
EA = 4e6
GAy = 1.6e6
GJ = 300
EIy = 250
EIz = 250
mass_per_length = 1
inertia_per_length = [1e-4, 5e-5, 5e-5]
[[beam]]
name = "rod"
from = [0, 0, 0]
to = [2, 0, 0]
section = "bar"
elements = 20
y_axis = [0, 1, 0]
[[joint]]
name = "hinge"
kind = "spherical"
between = ["ground", "rod.start"]
`);
  const { frames } = await follow(browser, command, out, "live.toml", 9);
  assert.equal(frames, columns("live.nc", "total_energy").time.length, "all frames in the end");
});

check("no WebGL", async () => {
  const plain = await launch("--disable-3d-apis");
  const { page, problems } = await open(plain, `${out}/four-bar.html`);
  assert.equal(await page.locator(".blind").count(), 1);
  await page.keyboard.press("End");
  assert.ok((await cursor(page)) > 50, "plots work without the view");
  nothingWrong(problems);
  await plain.close();
});

check("a large run", async (browser) => {
  const model = `
title = "Falling chain of a hundred beams"
gravity = [0, 2, -9.81]
[run]
duration = 2.1
dt = 0.001
tolerance = 1e-9
[[material]]
name = "steel"
youngs = "210 GPa"
poisson = 0.3
density = 7850
[[section]]
name = "pipe"
shape = "tube"
diameter = "20 mm"
thickness = "2 mm"
material = "steel"
[[beam]]
name = "rod"
from = [0, 0, 0]
to = [4, 0, 0]
section = "pipe"
elements = 100
order = 1
y_axis = [0, 1, 0]
[[joint]]
name = "hinge"
kind = "spherical"
between = ["ground", "rod.start"]
[[force]]
name = "push"
on = "rod.end"
at = [0, 0.2, 0]
value = [3, 8, -5]
follower = true
scale = "sin(9*t)"
`;
  writeFileSync(`${out}/large.toml`, model);
  poinsot("run", "large.toml", "-o", "large.nc", "--force", "--quiet", "--no-checkpoint");
  poinsot("report", "large.nc");
  const results = statSync(`${out}/large.nc`).size / 1e6;
  const report = statSync(`${out}/large.html`).size / 1e6;
  const { page, context, problems, seconds } = await open(browser, `${out}/large.html`);
  await page.getByLabel("colour by").selectOption({ index: 4 });
  const scrub = () => page.evaluate(async () => {
    const slider = document.querySelector("footer input[type=range]");
    const next = () => new Promise((done) => requestAnimationFrame(done));
    await next();
    const count = 150;
    const drawn = window.poinsot.drawn();
    const begin = performance.now();
    for (let k = 0; k < count; k++) {
      slider.value = String((10000 * k) / count);
      slider.dispatchEvent(new Event("input"));
      await next();
    }
    return (1000 * (window.poinsot.drawn() - drawn)) / (performance.now() - begin);
  });
  // The best of a few: other programs of the machine take their share.
  let rate = 0;
  for (let k = 0; k < 5 && rate < 45; k++) rate = Math.max(rate, await scrub());
  await page.screenshot({ path: `${out}/large.png` });
  console.log(`   results ${results.toFixed(1)} MB, report ${report.toFixed(1)} MB, shown after ${seconds.toFixed(2)} s, ${rate.toFixed(0)} pictures per second while scrubbing`);
  assert.ok(results > 60, `results of ${results} MB`);
  assert.ok(report < 15, `a report of ${report} MB`);
  // A busy machine must not fail: times are judged by `cargo xtask viewer test --timed` only.
  if (process.env.POINSOT_TIMED) {
    assert.ok(seconds < 3, `shown after ${seconds} s`);
    assert.ok(rate >= 30, `${rate} pictures per second`);
  }
  nothingWrong(problems);
  await context.close();
});

const tools = { out, poinsot, columns, near, nothingWrong };
check("a mesh of shells: colours, clicks, larger displacements", (browser) => mesh(browser, tools));
check("sections through solids", (browser) => section(browser, tools));
check("arrows of contact forces", (browser) => forces(browser, tools));
check("many elements of solids", (browser) => manyCells(browser, tools));

const browser = await launch();
let failed = 0;
for (const [name, work] of checks) {
  if (only && !name.includes(only)) continue;
  const begin = performance.now();
  try {
    await work(browser);
    console.log(`ok     ${name}  ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed++;
    console.error(`FAILED ${name}\n${error.stack}`);
  }
}
await browser.close();
console.log(`pictures are in ${out}`);
process.exitCode = failed > 0 ? 1 : 0;
