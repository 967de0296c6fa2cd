// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { foldText, holdsText, isAnywhere } from "./fold";

const cases = JSON.parse(readFileSync("../storage/fold/testdata/folded.json", "utf8")) as {
  text: string;
  key: string;
}[];

it.each(cases)("folds $text as the server does", ({ text, key }) => {
  expect(foldText(text)).toBe(key);
});

it("looks for short keys where words begin, but for scripts without spaces", () => {
  for (const text of ["a", "éa", "Ωμ", ""]) {
    expect(isAnywhere(foldText(text))).toBe(false);
  }
  for (const text of ["abc", "ßa", "小", "小明", "김"]) {
    expect(isAnywhere(foldText(text))).toBe(true);
  }
});

it.each([
  ["José Núñez", " nunez", true],
  ["王小明", "小明", true],
  ["Łódź", "LODZ", true],
  ["Jose", "", true],
  ["Jose", "josé maria", false],
])("%s holds %j: %s", (text, typed, isHeld) => {
  expect(holdsText(text, typed)).toBe(isHeld);
});
