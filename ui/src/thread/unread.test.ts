// @vitest-environment node
import { describe, expect, it } from "vitest";
import { createStore, type Transaction, transact } from "@/store";
import { createUnread } from "./unread";

function setUp() {
  const store = createStore();
  const unread = createUnread("chats");
  const run = (work: (tx: Transaction) => void) => transact(work, store);
  return { store, unread, run, counts: () => store.get(unread.counts) };
}

describe("unread counts", () => {
  it("add up, without the threads that are read", () => {
    const { store, unread, run, counts } = setUp();
    run((tx) => unread.set(tx, "a", 2));
    run((tx) => unread.set(tx, "b", 3));
    run((tx) => unread.set(tx, "a", 0));
    expect(counts()).toEqual({ b: 3 });
    expect(store.get(unread.total)).toBe(3);
  });

  it("tell nobody where nothing changed", () => {
    const { store, unread, run } = setUp();
    run((tx) => unread.set(tx, "a", 2));
    let told = 0;
    const stop = store.sub(unread.counts, () => told++);
    run((tx) => unread.set(tx, "a", 2));
    run((tx) => unread.set(tx, "never seen", 0));
    expect(told).toBe(0);
    stop();
  });

  it("are replaced by a snapshot's, which may hold none", () => {
    const { store, unread, run, counts } = setUp();
    run((tx) => unread.set(tx, "old", 2));
    expect(store.get(unread.isKnown)).toBe(false);
    run((tx) => unread.me(tx, { badges: { chats: { c: 1 } } }));
    expect(counts()).toEqual({ c: 1 });
    expect(store.get(unread.isKnown)).toBe(true);
    run((tx) => unread.me(tx, {}));
    expect(counts()).toEqual({});
  });
});
