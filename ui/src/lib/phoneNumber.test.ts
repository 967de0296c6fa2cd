// @vitest-environment node
import { describe, expect, it } from "vitest";
import { codeOf, readNumber } from "./phoneNumber";

describe("a number as people write it", () => {
  // actors/calls/number_test.go reads the same.
  it.each([
    ["US", "(415) 555-2671", "+14155552671"],
    ["US", "4155552671", "+14155552671"],
    ["US", "14155552671", "+14155552671"],
    ["US", "+1 415.555.2671", "+14155552671"],
    ["US", "+442071838750", "+442071838750"],
    ["US", "+44 20 7183 8750", "+442071838750"],
    ["GB", "020 7183 8750", "+442071838750"],
    ["US", "+49 30 901820", "+4930901820"],
    ["US", "0049 30 90 18 20", "+4930901820"],
    ["DE", "0049 (0)30 / 90 18 20", "+4930901820"],
    ["DE", "+49 (0) 30 901820", "+4930901820"],
    ["DE", "030/901820", "+4930901820"],
    ["DE", "(030) 90-18-20", "+4930901820"],
    ["DE", "0151 12345678", "+4915112345678"],
    ["DE", "001 415 555 2671", "+14155552671"],
    ["+49", "030 901820", "+4930901820"],
    ["+1", "2065550101", "+12065550101"],
  ])("within %s, %s is %s", (country, typed, number) => {
    expect(readNumber(typed, country)?.number).toBe(number);
  });

  it.each([
    "",
    "415555267",
    "+1415555267122",
    "0155552671",
    "client:anna",
    "+1 (415) 555-26x1",
    "030/901820",
    "+1 800 FLOWERS",
    "+999 123456",
  ])("%j is none within the United States", (typed) => {
    expect(readNumber(typed, "US")).toBeUndefined();
  });

  it("is written for people", () => {
    expect(readNumber("030901820", "DE")).toMatchObject({
      national: "030 901820",
      international: "+49 30 901820",
      code: "+49",
    });
    expect(codeOf("DE")).toBe("+49");
    expect(codeOf("XX")).toBe("+1");
  });
});
