// @vitest-environment node
import { describe, expect, it } from "vitest";
import { createStore, transact } from "@/store";
import { createThreads } from "./threads";

const page = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    id: `m${to - index}`,
    version: 1,
    number: to - index,
  }));

function setUp() {
  const store = createStore();
  const threads = createThreads();
  const at = "conversation:c";
  return {
    threads,
    at,
    run: (work: Parameters<typeof transact>[0]) => transact(work, store),
    numbers: () => store.get(threads.atomOf(at))?.items.map((item) => item.number),
    ids: () => store.get(threads.atomOf(at))?.items.map((item) => item.id),
    isComplete: () => store.get(threads.atomOf(at))?.isComplete,
  };
}

describe("threads", () => {
  it("turns the newest page round, takes older pages in front, and ends at a short one", () => {
    const { threads, at, run, numbers, isComplete } = setUp();
    run((tx) => threads.newest(tx, at, page(11, 20), 10));
    run((tx) => threads.older(tx, at, page(4, 10), 10));
    expect(numbers()).toEqual(Array.from({ length: 17 }, (_, index) => index + 4));
    expect(isComplete()).toBe(true);
  });

  it("has older messages where the server says so, however short the newest page is", () => {
    const { threads, at, run, isComplete } = setUp();
    run((tx) => threads.newest(tx, at, page(19, 20), 10, true));
    expect(isComplete()).toBe(false);
  });

  it("adds the next message once", () => {
    const { threads, at, run, numbers } = setUp();
    run((tx) => threads.newest(tx, at, page(1, 2), 10));
    run((tx) => threads.append(tx, at, { id: "m3", version: 1, number: 3 }));
    run((tx) => threads.append(tx, at, { id: "m3", version: 2, number: 3 }));
    expect(numbers()).toEqual([1, 2, 3]);
  });

  it("moves messages whose numbers change, and keeps each once", () => {
    const { threads, at, run, numbers, ids } = setUp();
    run((tx) => threads.newest(tx, at, page(1, 4), 10));
    const late = [
      { id: "late", version: 1, number: 3 },
      { id: "m4", version: 2, number: 5 },
      { id: "m3", version: 2, number: 4 },
    ];
    for (const record of late) {
      run((tx) => threads.append(tx, at, record));
    }
    expect(ids()).toEqual(["m1", "m2", "late", "m3", "m4"]);
    expect(numbers()).toEqual([1, 2, 3, 4, 5]);
  });

  it("says when a message does not follow, and keeps no hole", () => {
    const { threads, at, run, numbers } = setUp();
    run((tx) => threads.newest(tx, at, page(1, 2), 10));
    let follows: boolean | undefined;
    run((tx) => {
      follows = threads.append(tx, at, { id: "m9", version: 1, number: 9 });
    });
    expect(follows).toBe(false);
    expect(numbers()).toEqual([1, 2]);
  });

  it("stands on the fresh page alone where messages were missed between", () => {
    const { threads, at, run, numbers, isComplete } = setUp();
    run((tx) => threads.newest(tx, at, page(1, 3), 10));
    run((tx) => threads.newest(tx, at, page(20, 29), 10));
    expect(numbers()?.[0]).toBe(20);
    expect(isComplete()).toBe(false);
  });
});
