import { describe, expect, it } from "vitest";
import type { RowsEvent } from "@/api";
import { createRouter } from "@/realtime/router";
import { createStore, transact } from "@/store";
import { answers, type LiveAnswer, queryReducers, takeRows } from "./live";

const answer = (...names: string[]): LiveAnswer => ({
  number: 1,
  rows: names.map((name) => ({ key: name, row: { name }, isNew: false })),
  total: names.length,
  isEstimated: false,
});
const event = (change: Partial<RowsEvent>): RowsEvent => ({
  topic: "live_query:1",
  number: 2,
  after: 1,
  total: 0,
  ...change,
});
const shown = (held: LiveAnswer | undefined) => held?.rows.map(({ row }) => Object.values(row).join(" "));

describe("a live query", () => {
  it("takes rows out, puts them where they stand, and changes them", () => {
    const next = takeRows(
      answer("a", "b", "c", "d"),
      event({
        removed: ["b"],
        moved: [{ key: "d", at: 0 }],
        added: [{ key: "e", at: 2, row: { name: "e" } }],
        changed: [{ key: "a", row: { company: "Acme" } }],
        total: 9,
      }),
    );
    expect(shown(next)).toEqual(["d", "a Acme", "e", "c"]);
    expect(next.rows.filter(({ isNew }) => isNew).map(({ key }) => key)).toEqual(["e"]);
    expect(next.total).toBe(9);
    expect(next.number).toBe(2);
  });

  it("takes a snapshot and what follows on it, and nothing else", () => {
    const store = createStore();
    const router = createRouter();
    router.register(queryReducers);
    const tell = (change: Partial<RowsEvent>) =>
      transact((tx) => router.fleeting(tx, "rows", event(change)), store);
    const held = () => shown(store.get(answers.of("live_query:1")));
    tell({ added: [{ key: "x", at: 0, row: { name: "x" } }] });
    expect(held()).toBeUndefined();
    const rows = [{ key: "a", row: { name: "a" } }];
    transact((tx) => router.snapshot(tx, "live_query:1", { number: 5, rows, total: 1 }), store);
    tell({ number: 5, after: 4, removed: ["a"] });
    expect(held()).toEqual(["a"]);
    tell({ number: 8, after: 5, added: [{ key: "b", at: 1, row: { name: "b" } }], total: 2 });
    expect(held()).toEqual(["a", "b"]);
  });
});
