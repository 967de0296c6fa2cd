// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { NodeFigures } from "@/api";
import { behind, bytes, goneAfter, mergeNodes, ratesKept, roomsOf, summedRates, totalsOf } from "./figures";

const node = (name: string, change: Partial<NodeFigures> = {}): NodeFigures => ({
  node: name,
  version: "1.0",
  since: `2026-11-21T07:00:0${name.length}Z`,
  sockets: 2,
  users: 1,
  topics: 1,
  queued_bytes: 0,
  applied: 10,
  deliveries: 0,
  rooms: [],
  ...change,
});

describe("mergeNodes", () => {
  test("takes rates from what was delivered between two tellings", () => {
    let nodes = mergeNodes([], [node("a")], 0);
    nodes = mergeNodes(nodes, [node("a", { deliveries: 50 })], 1000);
    nodes = mergeNodes(nodes, [node("a", { deliveries: 150 })], 3000);
    expect(nodes[0]?.rates).toEqual([50, 50]);
  });

  test("starts anew when a node was started again", () => {
    let nodes = mergeNodes([], [node("a", { deliveries: 100 })], 0);
    nodes = mergeNodes(nodes, [node("a", { deliveries: 5 })], 1000);
    expect(nodes[0]?.rates).toEqual([]);
  });

  test("a second telling within the same moment makes no rate of its own", () => {
    let nodes = mergeNodes([], [node("a")], 0);
    nodes = mergeNodes(nodes, [node("a", { deliveries: 50 })], 1);
    expect(nodes[0]?.rates).toEqual([]);
    nodes = mergeNodes(nodes, [node("a", { deliveries: 80 })], 1000);
    expect(nodes[0]?.rates).toEqual([30]);
  });

  test("forgets nodes that stay silent, and keeps a bounded past", () => {
    let nodes = mergeNodes([], [node("a"), node("bb")], 0);
    for (let second = 1; second <= 2 * ratesKept; second++) {
      nodes = mergeNodes(nodes, [node("a", { deliveries: second })], second * 1000);
    }
    expect(nodes.map((state) => state.figures.node)).toEqual(["a"]);
    expect(nodes[0]?.rates).toHaveLength(ratesKept);
    expect(mergeNodes(nodes, [], 2 * ratesKept * 1000 + goneAfter)).toEqual([]);
  });
});

test("rooms of all nodes are added up, the fullest first", () => {
  const nodes = mergeNodes(
    [],
    [
      node("a", {
        rooms: [
          { topic: "me", sockets: 2 },
          { topic: "feed", sockets: 4 },
        ],
      }),
      node("bb", { rooms: [{ topic: "me", sockets: 3 }] }),
    ],
    0,
  );
  expect(roomsOf(nodes)).toEqual([
    { topic: "me", sockets: 5 },
    { topic: "feed", sockets: 4 },
  ]);
});

test("totals, sums and distances", () => {
  let nodes = mergeNodes([], [node("a", { queued_bytes: 10 }), node("bb", { applied: 7 })], 0);
  nodes = mergeNodes(nodes, [node("a", { deliveries: 10 })], 1000);
  nodes = mergeNodes(nodes, [node("a", { deliveries: 30 }), node("bb", { applied: 7, deliveries: 8 })], 2000);
  expect(totalsOf(nodes)).toEqual({ nodes: 2, sockets: 4, queuedBytes: 0, rate: 24 });
  expect(summedRates(nodes)).toEqual([10, 24]);
  expect(nodes.map((state) => behind(state, nodes))).toEqual([0, 3]);
});

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1536, "1.5 KiB"],
  [20 * 1024 * 1024, "20 MiB"],
])("%d bytes are %s", (count, text) => {
  expect(bytes(count)).toBe(text);
});
