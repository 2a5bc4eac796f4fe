// Debian's Chromium under Playwright: no network, no GPU, errors of the page collected.
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  // WebGL in software, the rest of the page without any: the slowest that a user can meet.
  "--disable-gpu", "--enable-unsafe-swiftshader",
];

export async function launch(...more) {
  return chromium.launch({ executablePath: process.env.POINSOT_CHROMIUM ?? "/usr/bin/chromium", headless: true, args: [...FLAGS, ...more] });
}

/** Opens a report from disk and waits until it shows itself. */
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, offline: true, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    // How fast the software renderer reads pixels is no matter of the page.
    if (["error", "warning"].includes(message.type()) && !message.text().includes("GPU stall")) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  const begin = performance.now();
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined, undefined, { timeout: 60_000 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return { page, context, problems, seconds: (performance.now() - begin) / 1000 };
}

/** Different colours in the view, to tell a picture from an empty one. */
export function colours(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector("canvas.scene");
    // What was drawn is there until the browser shows it.
    window.poinsot.stage.changed();
    window.poinsot.stage.draw(performance.now());
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const pen = copy.getContext("2d");
    pen.drawImage(canvas, 0, 0);
    const data = pen.getImageData(0, 0, copy.width, copy.height).data;
    const seen = new Set();
    for (let k = 0; k < data.length; k += 16) seen.add((data[k] << 16) | (data[k + 1] << 8) | data[k + 2]);
    return seen.size;
  });
}

/** Where the line of the present time stands in a plot [pixels from the left of the plot]. */
export function cursor(page, plot = 0) {
  return page.evaluate((k) => {
    const line = document.querySelectorAll(".nowline")[k];
    return line.getBoundingClientRect().left - line.parentElement.getBoundingClientRect().left;
  }, plot);
}
