// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** Who may import whom: each layer sees itself and the layers before it. */
const layers = [
  ["lib", "messages"],
  ["components"],
  ["store", "realtime", "api"],
  ["feature"],
  ["thread"],
  ["fields"],
  ["features", "pages"],
  ["app"],
];
const root = resolve(import.meta.dirname);

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return sources(path);
    }
    return /\.tsx?$/.test(entry.name) ? [relative(root, path)] : [];
  });
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].flatMap(([, target = ""]) => {
    if (target.startsWith("@/")) {
      return [target.slice(2)];
    }
    return target.startsWith(".") ? [relative(root, resolve(root, dirname(file), target))] : [];
  });
}

const rank = (path: string) => layers.findIndex((layer) => layer.includes(path.split("/")[0] ?? ""));

const files = sources(root).filter((file) => rank(file) >= 0);

describe("import arrows", () => {
  it("finds the sources", () => {
    expect(files.length).toBeGreaterThan(100);
  });

  it("never point to a later layer", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => rank(target) > rank(file))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("lead to a feature from the list of features only, but for who is signed in and who is there", () => {
    const wrong = files
      .filter((file) => !file.startsWith("features/") && file !== "app/features.ts")
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => /^features\/(?!session|presence)/.test(target))
          .map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it("never lead round about: what all share names no object of a feature", () => {
    const own = ["chat", "chat_message", "call", "twilio_conversation", "twilio_message", "consent_event"];
    const shared = files.filter((file) => !/^features\/|generated|\.test/.test(file));
    const wrong = shared.flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return own.filter((object) => text.includes(`"${object}"`)).map((object) => `${file}: ${object}`);
    });
    expect(shared.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it("never lead from one feature to another", () => {
    const feature = (path: string) => (path.startsWith("features/") ? path.split("/")[1] : undefined);
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter(
          (target) =>
            feature(file) !== undefined && feature(target) !== undefined && feature(target) !== feature(file),
        )
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});
