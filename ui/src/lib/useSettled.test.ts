// @vitest-environment node
import { describe, expect, it } from "vitest";
import { settle } from "./useSettled";

describe("a list under the pointer", () => {
  it("keeps its order; new entries wait in front, or follow behind the last", () => {
    expect(settle(["a", "b", "c"], ["c", "a", "b"])).toEqual(["a", "b", "c"]);
    expect(settle(["a", "b"], ["a", "new", "b"])).toEqual(["new", "a", "b"]);
    expect(settle(["a", "b"], ["new", "b", "a", "c", "d"])).toEqual(["new", "a", "b", "c", "d"]);
    expect(settle(["a", "b"], ["b"])).toEqual(["b"]);
    expect(settle([], ["a", "b"])).toEqual(["a", "b"]);
  });
});
