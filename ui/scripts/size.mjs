// Prints what a browser loads and fails when the first page's JavaScript is over its budget (gzip).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const budget = 125 * 1024;
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(10);
const gzip = (path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;

const html = readFileSync(join(dist, "index.html"), "utf8");
const initial = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1]);
if (initial.length < 2) {
  console.error("size: dist/index.html names no scripts; build first");
  process.exit(1);
}

let total = 0;
for (const path of initial) {
  const size = gzip(path);
  total += size;
  console.log(`${kib(size)}  initial  ${path}`);
}
for (const name of readdirSync(join(dist, "assets")).sort()) {
  const path = `assets/${name}`;
  if (name.endsWith(".js") && !initial.includes(path)) {
    console.log(`${kib(gzip(path))}  lazy     ${path}`);
  }
  if (name.endsWith(".css")) {
    console.log(`${kib(gzip(path))}  style    ${path}`);
  }
}
console.log(`${kib(total)}  initial JavaScript, budget ${kib(budget).trim()}`);
if (total > budget) {
  console.error("size: the first page's JavaScript is over its budget");
  process.exit(1);
}
