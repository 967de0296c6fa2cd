import { describe, expect, it } from "vitest";
import { dialable } from "./dialable";

describe("what is typed into the keypad", () => {
  it.each([
    ["206555014", undefined],
    ["2065550142", "+12065550142"],
    ["(206) 555-0142", "+12065550142"],
    ["20655501421", undefined],
    ["+49 30 901820", "+4930901820"],
    ["+49", undefined],
    ["Mia 2065550142", undefined],
    ["911", undefined],
    ["", undefined],
  ])("%s is the number %s in America", (typed, number) => {
    expect(dialable(typed, "US")).toBe(number);
  });

  it.each([
    ["2079460958", "+442079460958"],
    ["02079460958", "+442079460958"],
    ["0207946095", undefined],
    ["20794609581", undefined],
  ])("%s is the number %s in Britain", (typed, number) => {
    expect(dialable(typed, "GB")).toBe(number);
  });

  it("is read by the plan of another country", () => {
    expect(dialable("030 901820", "DE")).toBe("+4930901820");
  });
});
