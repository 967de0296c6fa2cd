// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createRouter } from "@/realtime/router";
import { createStore, transact } from "@/store";
import { administrationReducers } from "./reducers";
import { nodesAtom } from "./state";

const figures = (node: string, over: object = {}) => ({
  node,
  since: "2026-03-01T00:00:00Z",
  deliveries: 100,
  sockets: 1,
  rooms: [],
  ...over,
});

describe("what the nodes tell", () => {
  const router = createRouter();
  router.register(administrationReducers);
  let store = createStore();
  const snapshot = (...nodes: object[]) => transact((tx) => router.snapshot(tx, "nodes", { nodes }), store);
  const told = (payload: unknown) => transact((tx) => router.fleeting(tx, "nodes", payload), store);
  const names = () => store.get(nodesAtom)?.map((state) => state.figures.node);

  beforeEach(() => {
    store = createStore();
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("is laid over what is known, and a snapshot replaces it", () => {
    snapshot(figures("n1"));
    told({ nodes: [figures("n2", { since: "2026-03-02T00:00:00Z" })] });
    expect(names()).toEqual(["n1", "n2"]);
    snapshot(figures("n2"));
    expect(names()).toEqual(["n2"]);
  });

  it("makes a rate of two readings", () => {
    snapshot(figures("n1"));
    vi.advanceTimersByTime(2_000);
    told({ nodes: [figures("n1", { deliveries: 300 })] });
    expect(store.get(nodesAtom)?.[0]?.rates).toEqual([100]);
  });

  it("leaves shapes alone that it does not know", () => {
    snapshot(figures("n1"));
    for (const payload of [null, "x", {}, { nodes: 3 }]) {
      told(payload);
    }
    expect(names()).toEqual(["n1"]);
  });
});
