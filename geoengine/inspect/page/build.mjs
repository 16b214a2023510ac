// Bundles the pages' programs and styles into ../built, with the licences of the libraries in them.
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const out = new URL("../built/", import.meta.url);
const modules = new URL("node_modules/", import.meta.url);

// The font families that statements need; the rules of all others are left out.
const FONTS = new Set(["AMS", "Main", "Math", "Size1", "Size2", "Size3", "Size4"]);

const few_fonts = {
  name: "few-fonts",
  setup({ onLoad }) {
    onLoad({ filter: /katex\.min\.css$/ }, async ({ path }) => {
      const sheet = await readFile(path, "utf8");
      const faces = /@font-face\{[^}]*?url\(fonts\/KaTeX_(\w+?)-\w+\.woff2\)[^}]*\}/g;
      const contents = sheet.replace(faces, (face, family) => {
        if (!FONTS.has(family)) return "";
        const [, url] = face.match(/url\((fonts\/\w+-\w+\.woff2)\)/);
        return face.replace(/src:[^;}]*/, `src:url(./${url}) format("woff2")`);
      });
      return { contents, loader: "css" };
    });
  },
};

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const { metafile } = await build({
  absWorkingDir: new URL(".", import.meta.url).pathname,
  entryPoints: {
    page: "src/main.ts", gallery: "src/gallery.ts", solid: "src/solid.ts",
    style: "src/page.css", "solid-style": "src/solid.css",
  },
  outdir: out.pathname,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  loader: { ".woff2": "dataurl" },
  plugins: [few_fonts],
  metafile: true,
});
const libraries = new Set(
  Object.keys(metafile.inputs).flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []),
);
const licences = [];
const versions = {};
for (const name of [...libraries].sort()) {
  const home = new URL(`${name}/`, modules);
  const file = (await readdir(home)).find((name) => /^licen[cs]e/i.test(name));
  licences.push(`${name}\n\n${(await readFile(new URL(file, home), "utf8")).trim()}\n`);
  versions[name] = JSON.parse(await readFile(new URL("package.json", home), "utf8")).version;
}
await writeFile(new URL("licences.txt", out), licences.join("\n\n"));
// The last file: where it is there, the build was complete.
await writeFile(new URL("versions.json", out), `${JSON.stringify(versions, null, 1)}\n`);
