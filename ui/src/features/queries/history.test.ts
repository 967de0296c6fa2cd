import { describe, expect, it } from "vitest";
import { remember } from "@/lib/storage";
import { readHistory, withLatest } from "./history";

describe("the history of queries", () => {
  it("has the latest first, each once, and no more than fifty", () => {
    expect(withLatest(["a", "b"], "b")).toEqual(["b", "a"]);
    const many = Array.from({ length: 50 }, (_, i) => String(i));
    expect(withLatest(many, "new")).toEqual(["new", ...many.slice(0, 49)]);
  });

  it("does not keep what is far too long", () => {
    expect(withLatest(["a"], "x".repeat(10_001))).toEqual(["a"]);
  });

  it("is empty where what is kept can't be read", () => {
    for (const kept of ["{", "[1]", '"a"']) {
      remember("queries.test", kept);
      expect(readHistory("queries.test")).toEqual([]);
    }
    remember("queries.test", '["a"]');
    expect(readHistory("queries.test")).toEqual(["a"]);
  });
});
