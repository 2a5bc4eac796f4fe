// Bundles the viewer into one page, dist/viewer.html. `cargo xtask viewer` stamps it and puts it where the command embeds it.
import { build } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const bundle = async (entry) => {
  const made = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    charset: "utf8",
    write: false,
  });
  return made.outputFiles[0].text.trim();
};

// The licences ask to be kept with every copy.
const licence = (name) => readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim();
const packages = JSON.parse(readFileSync("package.json", "utf8")).dependencies;
const notices = Object.keys(packages)
  .map((name) => `${name} ${packages[name]}\n\n${licence(name)}`)
  .join("\n\n");
if (notices.includes("*/")) throw new Error("a licence would end the comment it stands in");

const js = (await bundle("src/main.ts")).replaceAll("</script", "<\\/script");
const css = await bundle("src/style.css");
const page = readFileSync("index.html", "utf8")
  .replace("/*poinsot:css*/", () => css)
  .replace("/*poinsot:js*/", () => `/*\n${notices}\n*/\n${js}`);
mkdirSync("dist", { recursive: true });
writeFileSync("dist/viewer.html", page);
console.log(`dist/viewer.html ${(page.length / 1024).toFixed(0)} kB`);
