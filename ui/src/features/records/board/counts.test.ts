// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { WireRecord } from "@/api";
import { dealBoard } from "./board.test-env";
import { adjusted, countedAs, fromServer, tallied, tallyOf } from "./counts";
import { placeKey, placeOf } from "./piles";

const board = dealBoard({ sum: "amount" });
const deal = (id: string, stage: string | null, amount = 0): WireRecord => ({
  id,
  version: 1,
  stage,
  amount,
});
const place = (column: string, lane = "") => placeKey({ column, lane });

it("cards are counted and added up where they stand, without the dust of floating points", () => {
  const tallies = tallied([deal("a", "new", 0.1), deal("b", "new", 0.2), deal("c", "won", 5)], board);
  expect(tallies.get(place("new"))).toEqual({ count: 2, sum: 0.3 });
  expect(tallyOf(tallies, () => true)).toEqual({ count: 3, sum: 5.3 });
});

describe("what the server counted", () => {
  const answer = {
    count: 300,
    sums: { amount: 900 },
    columns: [
      { value: "new", count: 200, sums: { amount: 600 } },
      { value: "won", count: 0, sums: { amount: null } },
      { value: "odd", count: 100, sums: { amount: 300 } },
    ],
    swimlanes: [],
    cells: [],
  };

  it("is known by column, or by cell where there are lanes", () => {
    const { tallies, columns } = fromServer(answer, "amount");
    expect(tallies.get(place("new"))).toEqual({ count: 200, sum: 600 });
    expect(tallies.get(place("won"))).toEqual({ count: 0, sum: 0 });
    expect(columns).toEqual(["new", "odd"]);
    const ada = { id: "u1", name: "Ada" };
    const cells = [{ column: "new", swimlane: ada, count: 3, sums: {} }];
    const laned = fromServer(
      { ...answer, cells, swimlanes: [{ value: ada, count: 3, sums: {} }] },
      undefined,
    );
    expect(laned.tallies.get(place("new", "u1"))).toEqual({ count: 3, sum: 0 });
    expect(laned.lanes).toEqual([ada]);
    expect(placeOf(place("new", "u1"))).toEqual({ column: "new", lane: "u1" });
  });

  it("follows cards that move, change, go and come, without being asked for again", () => {
    const { tallies } = fromServer(answer, "amount");
    const before = [deal("a", "new", 10), deal("b", "new", 20), deal("c", "new", 30)];
    const basis = new Map([
      ...before.map((card) => [card.id, countedAs(card, board)] as const),
      ["d", undefined] as const,
    ]);
    const now = adjusted(
      tallies,
      basis,
      [deal("a", "won", 10), deal("b", "new", 25), deal("d", "won", 7), deal("later", "odd", 3)],
      board,
    );
    expect(now.get(place("new"))).toEqual({ count: 198, sum: 565 });
    expect(now.get(place("won"))).toEqual({ count: 2, sum: 17 });
    expect(now.get(place("odd"))).toEqual({ count: 100, sum: 300 });
  });
});
