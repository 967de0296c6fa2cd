// Prints what a browser loads and fails when the JavaScript of the first page is over its budgets (gzip).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(10);
const gzip = (path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;

const html = readFileSync(join(dist, "index.html"), "utf8");
const named = (pattern) => [...html.matchAll(pattern)].map((match) => match[1]);
const kinds = {
  // The page's own script.
  initial: { budget: 110 * 1024, files: named(/<script[^>]* src="\/([^"]+\.js)"/g) },
  // The features, what is around every page of somebody who is signed in, and what pages share: fetched beside it.
  preloaded: { budget: 92 * 1024, files: named(/rel="modulepreload"[^>]* href="\/([^"]+\.js)"/g) },
};
if (Object.values(kinds).some(({ files }) => files.length === 0)) {
  console.error("size: dist/index.html does not name the scripts that it should; build first");
  process.exit(1);
}

for (const [kind, { files }] of Object.entries(kinds)) {
  for (const path of files) {
    console.log(`${kib(gzip(path))}  ${kind.padEnd(9)}  ${path}`);
  }
}
if (
  Object.values(kinds)
    .flatMap(({ files }) => files)
    .some((path) => !readFileSync(join(dist, path), "utf8").startsWith("//# allFunctionsCalledOnLoad\n"))
) {
  console.error("size: a script of the start does not ask to be compiled whole (scripts/hints.ts)");
  process.exit(1);
}
const early = Object.values(kinds).flatMap(({ files }) => files);
for (const name of readdirSync(join(dist, "assets")).sort()) {
  const path = `assets/${name}`;
  if (name.endsWith(".js") && !early.includes(path)) {
    console.log(`${kib(gzip(path))}  lazy       ${path}`);
  }
  if (name.endsWith(".css")) {
    console.log(`${kib(gzip(path))}  style      ${path}`);
  }
}
let isOver = false;
for (const [kind, { budget, files }] of Object.entries(kinds)) {
  const total = files.reduce((sum, path) => sum + gzip(path), 0);
  isOver ||= total > budget;
  console.log(`${kib(total)}  ${kind} JavaScript, budget ${kib(budget).trim()}`);
}
if (isOver) {
  console.error("size: the JavaScript of the first page is over its budget");
  process.exit(1);
}
