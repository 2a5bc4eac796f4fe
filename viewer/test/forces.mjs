// Arrows of contact forces in the report: how many, how long, in which colours, and what the legend says of them.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { open } from "./browser.mjs";

// One ball rests, one slides, one flies.
const model = `title = "Three balls"
gravity = [0, 0, -9.81]
[run]
duration = 0.05
dt = 0.0005
[[contact_shape]]
name = "floor"
kind = "plane"
on = "ground"
[[contact]]
name = "stone"
stiffness = "100 kN/m"
friction = 0.3
${[["rests", 0.1 - 2 * 9.81e-5, 0, 2], ["slides", 0.1 - 9.81e-5, 3, 1], ["flies", 0.5, 0, 1]].map(([name, z, speed, mass], k) => `
[[body]]
name = "${name}"
mass = ${mass}
inertia = [0.004, 0.004, 0.004]
position = [0, ${k}, ${z}]
velocity = [${speed}, 0, 0]
[[contact_shape]]
name = "${name}_skin"
kind = "sphere"
on = "${name}"
radius = 0.1
`).join("")}`;

/** Tails, tips and colours of what is shown. */
const arrows = (page) => page.evaluate(() => {
  const { forces } = window.poinsot.stage.figures[0];
  return [...Array(forces.count).keys()].map((k) => {
    const own = (mesh) => [...mesh.instanceMatrix.array.slice(16 * k, 16 * k + 16)];
    const shaft = own(forces.shafts);
    // Arrows that are cut have two heads, the first at the tip.
    const each = forces.heads.count / forces.count;
    const head = [...forces.heads.instanceMatrix.array.slice(16 * each * k, 16 * each * k + 16)];
    const colour = [...forces.shafts.instanceColor.array.slice(3 * k, 3 * k + 3)];
    return { tail: shaft.slice(12, 15), tip: [0, 1, 2].map((c) => head[12 + c] + head[4 + c]), warm: colour[0] > colour[2] };
  });
});

/** Everything that arrows do. */
export async function forces(browser, { out, poinsot, columns, near, nothingWrong }) {
  writeFileSync(`${out}/balls.toml`, model);
  poinsot("run", "balls.toml", "-o", "balls.nc", "--force", "--quiet");
  poinsot("report", "balls.nc");
  const { page, context, problems } = await open(browser, `${out}/balls.html`);
  await page.keyboard.press("End");
  const names = ["rests", "slides"].flatMap((name) => ["force", "point"].flatMap((what) => ["x", "y", "z"].map((c) => `${name}_skin.touch_${what}.${c}`)));
  const table = columns("balls.nc", ...names);
  const vector = (name, what, frame) => ["x", "y", "z"].map((c) => table[`${name}_skin.touch_${what}.${c}`].at(frame));
  const scale = Number(await page.getByLabel("newtons per metre").inputValue());
  assert.ok([1, 2, 5].includes(Number(scale.toExponential(0).split("e")[0])), `a round scale: ${scale}`);
  const compare = async (newtons) => {
    const found = await arrows(page);
    assert.equal(found.length, 2, "neither the floor nor what flies has an arrow");
    for (const [k, name] of ["rests", "slides"].entries()) {
      const [force, point] = ["force", "point"].map((what) => vector(name, what, -1));
      // Single precision of places of a metre.
      for (let c = 0; c < 3; c++) {
        assert.ok(Math.abs(found[k].tail[c] - point[c]) < 1e-6, `tail of ${name}: ${found[k].tail} against ${point}`);
        assert.ok(Math.abs(found[k].tip[c] - point[c] - force[c] / newtons) < 1e-6, `tip of ${name}: ${found[k].tip}`);
      }
      assert.equal(found[k].warm, name === "slides", `colour of ${name}`);
    }
  };
  await compare(scale);
  // The longest is not longer than a fifth of everything, and not much shorter.
  const part = await page.evaluate(() => {
    const { forces, look } = window.poinsot.stage.figures[0];
    return forces.largest / forces.scale / look.size;
  });
  assert.ok(part <= 0.2000001 && part > 0.0799999, `the longest is ${part} of the model`);
  const largest = Math.max(...["rests", "slides"].flatMap((name) => table.time.map((_, k) => Math.hypot(...vector(name, "force", k)))));
  near(await page.evaluate(() => window.poinsot.stage.figures[0].forces.largest), largest, 1e-6, "the largest force of the run");
  assert.match(await page.locator(".legend.forces").textContent(), /sticks.*slides.*run: max/);
  await page.getByLabel("newtons per metre").fill("30");
  await page.getByLabel("newtons per metre").blur();
  await compare(30);
  // What would be longer than half of everything is cut, with a second head.
  const [size, hits] = await page.evaluate(() => [window.poinsot.stage.figures[0].look.size, window.poinsot.stage.figures[0].forces.cut]);
  assert.ok(!hits);
  await page.getByLabel("newtons per metre").fill("1");
  await page.getByLabel("newtons per metre").blur();
  for (const arrow of await arrows(page)) near(Math.hypot(...arrow.tip.map((x, c) => x - arrow.tail[c])), size / 2, 1e-5, "a cut arrow");
  assert.equal(await page.evaluate(() => window.poinsot.stage.figures[0].forces.heads.count), 4);
  assert.match(await page.locator(".legend.forces").textContent(), /two heads/);
  await page.getByLabel("newtons per metre").fill("30");
  await page.getByLabel("newtons per metre").blur();
  await page.screenshot({ path: `${out}/balls.png` });
  await page.getByLabel("newtons per metre").fill("");
  await page.getByLabel("newtons per metre").blur();
  await compare(scale);
  // A key switches them, and the legend with them.
  await page.locator("canvas.scene").focus();
  await page.keyboard.press("c");
  assert.equal((await arrows(page)).length, 0);
  assert.ok(!(await page.locator(".legend.forces").isVisible()));
  await page.keyboard.press("c");
  assert.equal((await arrows(page)).length, 2);
  nothingWrong(problems);
  await context.close();

  // Two runs: arrows are those of the first.
  poinsot("report", "balls.nc", "--compare", "balls.nc", "-o", "balls-twice.html");
  const twice = await open(browser, `${out}/balls-twice.html`);
  await twice.page.keyboard.press("End");
  assert.equal((await arrows(twice.page)).length, 2);
  assert.equal(await twice.page.evaluate(() => window.poinsot.stage.figures[1].forces.count), 0);
  nothingWrong(twice.problems);
  await twice.context.close();

  // A model without contact has no such switch.
  writeFileSync(`${out}/one.toml`, "[run]\nduration = 0.01\ndt = 0.001\n[[point_mass]]\nname = \"p\"\nmass = 1\nvelocity = [1, 0, 0]\n");
  poinsot("run", "one.toml", "-o", "one.nc", "--force", "--quiet");
  poinsot("report", "one.nc");
  const none = await open(browser, `${out}/one.html`);
  assert.equal(await none.page.getByText("forces", { exact: true }).count(), 0);
  nothingWrong(none.problems);
  await none.context.close();
}
