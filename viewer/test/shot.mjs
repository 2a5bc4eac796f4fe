// A picture of a report for the book: node test/shot.mjs REPORT.html PICTURE.png [part of the time, colour by]
import { resolve } from "node:path";
import { launch, open } from "./browser.mjs";

const [report, picture, part = "0.5", colour = ""] = process.argv.slice(2);
const browser = await launch();
const { page, problems } = await open(browser, resolve(report), { viewport: { width: 1100, height: 640 } });
if (colour) await page.getByLabel("colour by").selectOption({ label: colour });
const slider = await page.locator("footer input[type=range]").boundingBox();
await page.mouse.click(slider.x + Number(part) * slider.width, slider.y + slider.height / 2);
await page.waitForTimeout(500);
await page.screenshot({ path: resolve(picture) });
await browser.close();
if (problems.length > 0) throw new Error(problems.join("\n"));
