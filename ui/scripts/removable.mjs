// Takes each feature away in a copy (its folder and its lines in app/features.ts) and checks the types of the
// rest: node scripts/removable.mjs [feature ...]
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The application signs people in and shows who is there by these; it does not stand without them. */
const needed = new Set(["session", "presence"]);

const ui = fileURLToPath(new URL("..", import.meta.url));
const all = readdirSync(join(ui, "src/features")).filter((name) => !needed.has(name));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;

function without(feature) {
  const copy = mkdtempSync(join(tmpdir(), `switchboard-without-${feature}-`));
  try {
    for (const folder of ["src", "scripts"]) {
      cpSync(join(ui, folder), join(copy, folder), { recursive: true });
    }
    for (const file of ["tsconfig.json", "vite.config.ts", "package.json"]) {
      cpSync(join(ui, file), join(copy, file));
    }
    symlinkSync(join(ui, "node_modules"), join(copy, "node_modules"));
    rmSync(join(copy, "src/features", feature), { recursive: true });
    const list = join(copy, "src/app/features.ts");
    const lines = readFileSync(list, "utf8").split("\n");
    const rest = lines.filter(
      (line) => !line.includes(`"@/features/${feature}"`) && line.trim() !== `${feature},`,
    );
    if (lines.length - rest.length !== 2) {
      return `src/app/features.ts names ${feature} in ${lines.length - rest.length} lines, not 2`;
    }
    writeFileSync(list, rest.join("\n"));
    execFileSync(process.execPath, [join(ui, "node_modules/typescript/bin/tsc"), "-p", copy, "--noEmit"], {
      encoding: "utf8",
    });
  } catch (error) {
    return error.stdout || String(error);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

let failed = false;
for (const feature of wanted) {
  const problem = without(feature);
  failed ||= problem !== undefined;
  console.log(problem === undefined ? `ok       ${feature}` : `FAILED   ${feature}\n${problem}`);
}
process.exit(failed ? 1 : 0);
