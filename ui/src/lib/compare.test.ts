// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareMoments, compareText } from "./compare";

const collator = new Intl.Collator("en");

/** The same random numbers each time (a linear congruential generator). */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

describe("the order of texts", () => {
  it("is the collator's, for plain ones and any others", () => {
    const letters = ["a", "A", "b", "B", "z", "Z", "0", "9", " ", "é", "-", "ß"];
    for (const [seed, count] of [
      [1, 9],
      [2, letters.length],
    ] as const) {
      const next = numbers(seed);
      const text = () => Array.from({ length: next(5) }, () => letters[next(count)]).join("");
      for (let round = 0; round < 5_000; round++) {
        const [left, right] = [text(), text()];
        expect([left, right, Math.sign(compareText(left, right))]).toEqual([
          left,
          right,
          collator.compare(left.toLowerCase(), right.toLowerCase()),
        ]);
      }
    }
  });

  it("puts names where people look for them", () => {
    const ordered: string[] = JSON.parse(readFileSync("../rest/testdata/order.json", "utf8"));
    expect(ordered.toReversed().sort(compareText)).toEqual(ordered);
    expect(compareText("anna", "Anna")).toBe(0);
  });
});

it("orders moments, those that are not there before all others", () => {
  const moments = ["2026-11-22T10:00:00Z", undefined, "2026-02-22T10:00:00Z"];
  expect(moments.toSorted((left, right) => compareMoments(left, right) || 0).slice(0, 2)).toEqual([
    "2026-02-22T10:00:00Z",
    "2026-11-22T10:00:00Z",
  ]);
  expect(compareMoments(undefined, "2026-02-22T10:00:00Z")).toBe(-1);
  expect(compareMoments(undefined, undefined)).toBe(0);
});
