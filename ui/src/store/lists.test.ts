// @vitest-environment node
import { describe, expect, it } from "vitest";
import { createStore, type Transaction, transact } from "./jotai";
import { createLists } from "./lists";

function setUp(limit?: number) {
  const store = createStore();
  const lists = createLists(limit);
  const run = (work: (tx: Transaction) => void) => transact(work, store);
  return { store, lists, run, ids: (name: string) => store.get(lists.atomOf(name)) };
}

describe("lists", () => {
  it("are unknown until they are filled, also where something is added or removed", () => {
    const { lists, run, ids } = setUp();
    run((tx) => lists.add(tx, "calls", "k1"));
    run((tx) => lists.remove(tx, "calls", "k1"));
    expect(ids("calls")).toBeUndefined();
    run((tx) => lists.set(tx, "calls", []));
    expect(ids("calls")).toEqual([]);
  });

  it("take new ids in front, each once", () => {
    const { lists, run, ids } = setUp();
    run((tx) => lists.set(tx, "calls", ["k1", "k2"]));
    run((tx) => lists.add(tx, "calls", "k3", "k2"));
    expect(ids("calls")).toEqual(["k3", "k1", "k2"]);
  });

  it("let an id go, and only that one", () => {
    const { lists, run, ids } = setUp();
    run((tx) => lists.set(tx, "calls", ["k1", "k2"]));
    run((tx) => lists.remove(tx, "calls", "k1"));
    run((tx) => lists.remove(tx, "calls", "unknown"));
    expect(ids("calls")).toEqual(["k2"]);
  });

  it("tell their readers nothing where nothing changed", () => {
    const { store, lists, run } = setUp();
    run((tx) => lists.set(tx, "calls", ["k1", "k2"]));
    let told = 0;
    const stop = store.sub(lists.atomOf("calls"), () => told++);
    run((tx) => {
      lists.set(tx, "calls", ["k1", "k2"]);
      lists.add(tx, "calls", "k1");
      lists.remove(tx, "calls", "k9");
    });
    expect(told).toBe(0);
    run((tx) => lists.set(tx, "calls", ["k2", "k1"]));
    expect(told).toBe(1);
    stop();
  });

  it("are let go when many others were used since, but not while somebody shows them", () => {
    const { store, lists, run, ids } = setUp(10);
    run((tx) => lists.set(tx, "gone", ["a"]));
    run((tx) => lists.set(tx, "shown", ["b"]));
    const stop = store.sub(lists.atomOf("shown"), () => undefined);
    for (let index = 0; index < 50; index++) {
      run((tx) => lists.set(tx, `list ${index}`, ["x"]));
    }
    expect(ids("gone")).toBeUndefined();
    expect(ids("shown")).toEqual(["b"]);
    stop();
  });
});
