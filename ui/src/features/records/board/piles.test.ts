// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { WireRecord } from "@/api";
import { fieldsOf } from "@/fields";
import { dealBoard, dealSchema } from "./board.test-env";
import { columnPiles, kept, lanePiles, pile, placeKey } from "./piles";
import { boardOf, columnFields, laidOver, settingsIn } from "./settings";

const deal = (id: string, over: object = {}): WireRecord => ({ id, version: 1, name: id, ...over });

describe("the columns of a board", () => {
  it("are the options in their order, in their colors or those chosen for the board", () => {
    const board = { ...dealBoard(), colors: { won: "pink" } };
    expect(columnPiles(board, []).map(({ key, label, color }) => [key, label, color])).toEqual([
      ["new", "New lead", "blue"],
      ["won", "Won", "pink"],
    ]);
  });

  it("have one for each value that is no option any more, and one for no value where some record has none", () => {
    const piles = columnPiles(dealBoard(), ["old", "gone", null, "new"]);
    expect(piles.map(({ key, isRetired }) => [key, isRetired ?? false])).toEqual([
      ["new", false],
      ["won", false],
      ["gone", true],
      ["old", true],
      ["", false],
    ]);
    expect(piles.at(-1)?.label).toBe("No stage");
  });

  it("are what records hold where the field has no options of its own", () => {
    const schema = dealSchema({ stage: { title: "Stage", type: ["string", "null"], format: "picklist" } });
    const board = boardOf(schema, fieldsOf(schema), {});
    expect(board && columnPiles(board, ["b", "a"]).map(({ key, isRetired }) => [key, isRetired])).toEqual([
      ["a", undefined],
      ["b", undefined],
    ]);
  });
});

describe("the swimlanes of a board", () => {
  it("are the records that are named, by name, and Unassigned only where one names none", () => {
    const owners = [
      { id: "u2", name: "Zoe" },
      { id: "u1", name: "Ada" },
      { id: "u2", name: "Zoe" },
    ];
    const owner = dealBoard({ swimLanes: "owner" }).lanes;
    expect(owner && lanePiles(owner, owners).map(({ key, label }) => [key, label])).toEqual([
      ["u1", "Ada"],
      ["u2", "Zoe"],
    ]);
    expect(owner && lanePiles(owner, [...owners, null]).at(-1)).toEqual({
      key: "",
      value: null,
      label: "Unassigned",
    });
  });

  it("begin with Yes where they are yes and no", () => {
    const rush = dealBoard({ swimLanes: "rush" }).lanes;
    expect(rush && lanePiles(rush, [false, true]).map(({ label }) => label)).toEqual(["Yes", "No"]);
  });
});

describe("cards", () => {
  it("stand in the column and lane of what they hold, in the order in which they come", () => {
    const board = dealBoard({ swimLanes: "owner" });
    const owner = { id: "u1", name: "Ada" };
    const piles = pile(
      [deal("a", { stage: "new", owner }), deal("b", { stage: "new", owner }), deal("c", { stage: "won" })],
      board,
    );
    expect(piles.get(placeKey({ column: "new", lane: "u1" }))).toEqual(["a", "b"]);
    expect(piles.get(placeKey({ column: "won", lane: "" }))).toEqual(["c"]);
  });

  it("that stand as before are the same list", () => {
    const board = dealBoard();
    const before = pile([deal("a", { stage: "new" }), deal("b", { stage: "won" })], board);
    const now = pile([deal("a", { stage: "new" }), deal("b", { stage: "new" })], board);
    expect(
      kept(before, pile([deal("a", { stage: "new" }), deal("b", { stage: "won" })], board)).get("new\n"),
    ).toBe(before.get("new\n"));
    expect(kept(before, now).get("new\n")).toEqual(["a", "b"]);
  });
});

describe("the settings of a board", () => {
  it("take the first field with options that people can change, where none is named", () => {
    const schema = dealSchema();
    expect(columnFields(fieldsOf(schema)).map(({ name }) => name)).toEqual(["stage", "state"]);
    expect(dealBoard().columns.name).toBe("stage");
    expect(dealBoard({ columns: "state" }).columns.name).toBe("state");
    expect(dealBoard({ columns: "retired_field", swimLanes: "gone", sum: "name" })).toMatchObject({
      columns: { name: "stage" },
      lanes: undefined,
      sum: undefined,
    });
  });

  it("are none of an object without options", () => {
    const schema = dealSchema({ stage: undefined, state: undefined });
    expect(boardOf(schema, fieldsOf(schema), {})).toBeUndefined();
  });

  it("leave out what is none, from wherever they come", () => {
    expect(
      settingsIn({ columns: 7, cardFields: ["a", 1], columnColors: { x: "pink", y: "beige" }, sum: "" }),
    ).toEqual({
      cardFields: ["a"],
      columnColors: { x: "pink" },
      sum: "",
    });
    expect(settingsIn("no")).toEqual({});
    expect(laidOver({ swimLanes: "owner", sum: "amount" }, { swimLanes: "" })).toEqual({
      swimLanes: "",
      sum: "amount",
    });
  });

  it("show at most six fields on a card, those of the list where none are chosen", () => {
    expect(dealBoard({ sum: "amount" }).cardFields.map(({ name }) => name)[0]).toBe("amount");
    const many = ["amount", "owner", "rush", "company", "state", "stage", "seats"];
    expect(dealBoard({ cardFields: many }).cardFields).toHaveLength(6);
    expect(dealBoard({ cardFields: [] }).cardFields).toEqual([]);
  });
});
