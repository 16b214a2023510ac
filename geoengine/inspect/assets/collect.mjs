// Copies the libraries of the pages from node_modules into ../vendor, with their licences.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";

const files = {
  cytoscape: ["dist/cytoscape.min.js"],
  "cytoscape-dagre": ["dist/cytoscape-dagre.min.js"],
  "@dagrejs/dagre": [], // Bundled in cytoscape-dagre: only its licence.
  katex: ["dist/katex.min.js", "dist/katex.min.css"],
};
const vendor = new URL("../vendor/", import.meta.url);
rmSync(vendor, { recursive: true, force: true });
mkdirSync(new URL("fonts/", vendor), { recursive: true });
const versions = {};
for (const [name, paths] of Object.entries(files)) {
  const home = new URL(`node_modules/${name}/`, import.meta.url);
  for (const path of paths) {
    cpSync(new URL(path, home), new URL(path.replace(/.*\//, ""), vendor));
  }
  cpSync(new URL("LICENSE", home), new URL(`${name.replace(/.*\//, "")}.LICENSE`, vendor));
  versions[name] = JSON.parse(readFileSync(new URL("package.json", home))).version;
}
const fonts = new URL("node_modules/katex/dist/fonts/", import.meta.url);
for (const font of readdirSync(fonts).filter((name) => name.endsWith(".woff2"))) {
  cpSync(new URL(font, fonts), new URL(`fonts/${font}`, vendor));
}
writeFileSync(new URL("versions.json", vendor), `${JSON.stringify(versions, null, 1)}\n`);
