import { describe, expect, it } from "vitest";
import { cut } from "./cut";

describe("a text that is cut", () => {
  it("stays whole up to so many characters", () => {
    expect(cut("Is it in stock?", 30)).toBe("Is it in stock?");
    expect(cut("a".repeat(25), 25)).toBe("a".repeat(25));
  });

  it("ends with an ellipsis, within no character and behind no space", () => {
    expect(cut("a".repeat(26), 25)).toBe(`${"a".repeat(25)}…`);
    expect(cut("one two three", 4)).toBe("one…");
    expect(cut("👍👍👍", 2)).toBe("👍👍…");
  });
});
