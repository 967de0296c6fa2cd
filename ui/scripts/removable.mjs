// Shows that each feature can be taken away with its folder and its two lines in app/features.ts: no file outside
// a feature's folder imports one of it, and the types of the rest hold when all of them are gone.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The application signs people in and shows who is there by these; it does not stand without them. */
const needed = new Set(["session", "presence"]);

const ui = fileURLToPath(new URL("..", import.meta.url));
const source = join(ui, "src");
const list = join(source, "app/features.ts");
const removable = readdirSync(join(source, "features")).filter((name) => !needed.has(name));

/** Static, dynamic and type imports, exports from another file, and a test's `vi.mock("…")`. */
const specifiers = /(?:\bfrom|\bimport|\bimport\(|\bmock\(|\bimportActual(?:<[^>]*>)?\()\s*["']([^"']+)["']/g;

/** The feature that a file, or what one imports, belongs to. */
function featureOf(path) {
  const [folder, name] = relative(source, path).split(sep);
  return folder === "features" ? name : undefined;
}

function imported(file, specifier) {
  if (specifier.startsWith("@/")) {
    return join(source, specifier.slice(2));
  }
  return specifier.startsWith(".") ? join(dirname(file), specifier) : undefined;
}

/** Imports of a feature's files from outside its folder, and what declares for all files at once. */
function crossings() {
  const found = [];
  for (const name of readdirSync(source, { recursive: true })) {
    const file = join(source, name);
    if (!/\.tsx?$/.test(name) || file === list) {
      continue;
    }
    const text = readFileSync(file, "utf8");
    const own = featureOf(file);
    for (const [, specifier] of text.matchAll(specifiers)) {
      const path = imported(file, specifier);
      const other = path && featureOf(path);
      if (other && other !== own && !needed.has(other)) {
        found.push(`src/${name} imports ${specifier}: it does not stand without ${other}`);
      }
    }
    if (own && !needed.has(own) && /^\s*declare (?:global|module)\b/m.test(text)) {
      found.push(`src/${name} declares types for all files: others may not stand without ${own}`);
    }
  }
  return found;
}

/** What the type checker says of the application without any feature but the needed ones. */
function withoutAll() {
  const copy = mkdtempSync(join(tmpdir(), "switchboard-without-features-"));
  try {
    for (const folder of ["src", "scripts"]) {
      cpSync(join(ui, folder), join(copy, folder), { recursive: true });
    }
    for (const file of ["tsconfig.json", "vite.config.ts", "package.json"]) {
      cpSync(join(ui, file), join(copy, file));
    }
    symlinkSync(join(ui, "node_modules"), join(copy, "node_modules"));
    let rest = readFileSync(list, "utf8").split("\n");
    for (const feature of removable) {
      rmSync(join(copy, "src/features", feature), { recursive: true });
      const kept = rest.filter(
        (line) => !line.includes(`"@/features/${feature}"`) && line.trim() !== `${feature},`,
      );
      if (rest.length - kept.length !== 2) {
        return [`src/app/features.ts names ${feature} in ${rest.length - kept.length} lines, not 2`];
      }
      rest = kept;
    }
    writeFileSync(join(copy, "src/app/features.ts"), rest.join("\n"));
    execFileSync(process.execPath, [join(ui, "node_modules/typescript/bin/tsc"), "-p", copy, "--noEmit"], {
      encoding: "utf8",
    });
    return [];
  } catch (error) {
    return [error.stdout || String(error)];
  } finally {
    rmSync(copy, { recursive: true });
  }
}

const problems = [...crossings(), ...withoutAll()];
console.log(
  problems.length === 0 ? `ok: each of ${removable.length} features can be taken away` : problems.join("\n"),
);
process.exit(problems.length === 0 ? 0 : 1);
