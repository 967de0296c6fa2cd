import { QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it } from "vitest";
import { queries } from "./queries";

const cache = queries.getQueryCache();
const has = (key: number) => queries.getQueryData(["answer", key]) !== undefined;

/** Answers of so many questions, each a moment younger than the one before. */
function answer(from: number, to: number) {
  for (let key = from; key < to; key++) {
    queries.setQueryData(["answer", key], key, { updatedAt: 1_000 + key });
  }
}

describe("the answers that are kept", () => {
  afterEach(() => queries.clear());

  it("are 250 at most, of which the oldest goes first", () => {
    answer(0, 250);
    expect(has(0)).toBe(true);
    queries.setQueryData(["answer", 0], "anew", { updatedAt: 5_000 });
    answer(250, 252);
    expect(cache.getAll()).toHaveLength(250);
    expect([0, 1, 2, 3, 251].map(has)).toEqual([true, false, false, true, true]);
  });

  it("stay while somebody observes them, however old they are", () => {
    answer(0, 250);
    const stop = new QueryObserver(queries, { queryKey: ["answer", 0], enabled: false }).subscribe(() => {});
    answer(250, 260);
    expect(has(0)).toBe(true);
    expect(has(1)).toBe(false);
    stop();
    answer(260, 261);
    expect(has(0)).toBe(false);
    expect(cache.getAll()).toHaveLength(250);
  });

  it("leave what is only asked as yet alone, also before it is observed", () => {
    const asked = new QueryObserver(queries, { queryKey: ["asked"], queryFn: () => "an answer" });
    answer(0, 260);
    expect(cache.find({ queryKey: ["asked"] })).toBe(asked.getCurrentQuery());
  });
});
