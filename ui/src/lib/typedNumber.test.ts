// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dialed, searchDigits } from "./typedNumber";

const cases = JSON.parse(readFileSync("../storage/phonenumber/testdata/typed.json", "utf8")) as {
  typed: string;
  within: string;
  dialed: string;
  digits: string;
}[];

it.each(cases)("reads $typed as the server does", (one) => {
  expect(dialed(one.typed, one.within)).toBe(one.dialed);
  expect(searchDigits(one.typed)).toBe(one.digits);
});
