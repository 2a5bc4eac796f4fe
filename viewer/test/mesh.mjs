// A mesh of shell elements in the report: colours within a range, what a click says, lines, normals, larger displacements.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { open } from "./browser.mjs";

const model = `title = "plate"
gravity = [0, 0, -9.81]
[run]
duration = 0.02
dt = 0.001
[output]
fields_every = 4
fields = ["stress"]
[[material]]
name = "steel"
youngs = "210 GPa"
poisson = 0.3
density = 7850
[[shell_section]]
name = "sheet"
material = "steel"
thickness = "5 mm"
[[shell]]
name = "plate"
surface = "patch"
corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
elements = [8, 8]
section = "sheet"
[[support]]
name = "wall"
on = "plate.edge4"
`;

/** Everything that a report of a mesh can do. */
export async function mesh(browser, { out, poinsot, columns, near, nothingWrong }) {
  writeFileSync(`${out}/plate.toml`, model);
  poinsot("run", "plate.toml", "-o", "plate.nc", "--force", "--quiet", "--no-checkpoint");
  poinsot("report", "plate.nc");
  const { page, context, problems } = await open(browser, `${out}/plate.html`);
  await page.evaluate(() => window.poinsot.clock.set(1e9));
  const option = await page.getByLabel("colour by").locator("option").evaluateAll((all) => all.find((o) => o.value === "mises_top:0")?.value);
  await page.getByLabel("colour by").selectOption(option);
  const least = await page.locator(".legend .small").textContent();
  assert.match(least, /^run: min .*, max /);
  await page.getByLabel("upper end").fill("2e8");
  await page.getByLabel("upper end").press("Enter");
  assert.deepEqual(await page.evaluate(() => window.poinsot.stage.figures[0].scale.high), 2e8);

  // A click names node and element, with the value of the results.
  const spot = await page.evaluate(() => window.poinsot.stage.screenPlace("plate"));
  await page.mouse.click(...spot);
  const said = await page.locator(".spot").textContent();
  const [, node, element, value] = /^node (plate#\d+), element (\S+): (\S+) N\/m\^2$/.exec(said) ?? [];
  assert.ok(node && element, said);
  const { [`${node}.mises_top`]: stresses } = columns("plate.nc", `${node}.mises_top`);
  near(Number(value), stresses.at(-1), 1e-4, said);
  assert.equal(stresses.length, 6, "frames with fields: 0, 4, ..., 20");

  // Displacements from the first frame, times a factor.
  const height = () => page.evaluate(() => {
    const { poses } = window.poinsot.stage.figures[0];
    return poses.of(window.poinsot.runs[0].data.scene.lines[0]).at[3 * 8 + 2];
  });
  const before = await height();
  await page.locator("input.magnify").evaluate((slider) => {
    slider.value = "2";
    slider.dispatchEvent(new Event("input"));
  });
  near(await height(), 100 * before, 1e-5, "a hundred times the deflection");
  await page.getByText("normals", { exact: true }).click();
  await page.screenshot({ path: `${out}/plate.png` });
  await page.getByText("elements", { exact: true }).click();
  nothingWrong(problems);
  await context.close();
}
