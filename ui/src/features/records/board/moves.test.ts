import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { keep, shownAtom, store } from "@/store";
import { dealBoard } from "./board.test-env";
import { changesOf, mayMove, move } from "./moves";
import type { Pile } from "./piles";
import { neighbor } from "./useBoardDrag";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), patchRecord: vi.fn() }));
const patchRecord = vi.mocked(api.patchRecord);

const pileOf = (value: unknown, over: Partial<Pile> = {}): Pile => ({
  key: String(value ?? ""),
  value,
  label: String(value),
  ...over,
});
const ada = { id: "u1", name: "Ada" };
const lane = pileOf(ada, { key: "u1" });
const byName = { field: "name", isDescending: false };

describe("what a move changes", () => {
  const board = dealBoard({ swimLanes: "owner" });

  it("is the field of the column and that of the lane, each where it is another", () => {
    const record = { stage: "new", owner: ada };
    expect(changesOf(record, board, { column: pileOf("won"), lane })).toEqual({ stage: "won" });
    expect(changesOf(record, board, { column: pileOf("new"), lane: pileOf(null) })).toEqual({ owner: null });
    expect(changesOf(record, board, { column: pileOf("new"), lane })).toEqual({});
  });

  it("may be set by who has the right to this record, and only to what can be chosen", () => {
    const record = { id: "d", version: 1, stage: "new", owner: ada };
    const to = (column: Pile) => ({ column, lane });
    expect(mayMove(record, board, to(pileOf("won")), true)).toBe(true);
    expect(mayMove(record, board, to(pileOf("won")), false)).toBe(false);
    expect(mayMove(record, board, to(pileOf("old", { isRetired: true })), true)).toBe(false);
    expect(mayMove(record, board, to(pileOf(null)), true)).toBe(true);
    const owned = { ...record, rights: { update: ["owner"], delete: false } as never };
    expect(mayMove(owned, board, to(pileOf("won")), true)).toBe(false);
    expect(mayMove(owned, board, { column: pileOf("new"), lane: pileOf(null) }, true)).toBe(true);
    const fixed = dealBoard({ columns: "state" });
    expect(mayMove({ ...record, state: "on" }, fixed, to(pileOf("off")), true)).toBe(false);
  });
});

describe("a card that is moved", () => {
  let tests = 0;
  let record: api.WireRecord;
  const shown = () => store.get(shownAtom("deal", record.id))?.record;

  beforeEach(() => {
    record = { id: `deal${++tests}`, version: 1, name: "Refit", stage: "new", owner: ada };
    keep("deal", [record]);
    patchRecord.mockReset();
  });

  it("stands there at once, and is sent with the id of what it names", async () => {
    patchRecord.mockImplementation(
      async () => ({ ...record, version: 2, stage: "won", owner: null }) as never,
    );
    const board = dealBoard({ swimLanes: "owner" });
    const zoe = { id: "u2", name: "Zoe" };
    const moving = move(
      "deal",
      record,
      board,
      { column: pileOf("won"), lane: pileOf(zoe, { key: "u2" }) },
      byName,
    );
    expect(shown()).toMatchObject({ stage: "won", owner: zoe });
    await moving;
    expect(patchRecord).toHaveBeenCalledWith(
      "deal",
      { id: record.id, stage: "won", owner: "u2" },
      expect.any(String),
    );
    expect(shown()).toMatchObject({ stage: "won", version: 2 });
  });

  it("is back where it was when the server refuses, and says why", async () => {
    const error = vi.spyOn(toast, "error").mockReturnValue(undefined);
    patchRecord.mockRejectedValue(new api.ApiError(409, { detail: "The deal is closed." }));
    const isDone = await move(
      "deal",
      record,
      dealBoard(),
      { column: pileOf("won"), lane: undefined },
      byName,
    );
    expect(isDone).toBe(false);
    expect(error).toHaveBeenCalledWith("Update failed: The deal is closed.");
    expect(shown()).toMatchObject({ stage: "new" });
  });

  it("is warned of where rights are missing", async () => {
    const warning = vi.spyOn(toast, "warning").mockReturnValue(undefined);
    patchRecord.mockRejectedValue(new api.ApiError(403, { detail: "You may not." }));
    await move("deal", record, dealBoard(), { column: pileOf("won"), lane: undefined }, byName);
    expect(warning).toHaveBeenCalledWith("Update failed: You may not.");
  });

  it("is sent after the move before it", async () => {
    let answer: (record: api.WireRecord) => void = () => undefined;
    patchRecord.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve as never)));
    patchRecord.mockImplementationOnce(async () => ({ ...record, version: 3, stage: "new" }) as never);
    const first = move("deal", record, dealBoard(), { column: pileOf("won"), lane: undefined }, byName);
    const second = move(
      "deal",
      { ...record, stage: "won" },
      dealBoard(),
      { column: pileOf("new"), lane: undefined },
      byName,
    );
    await Promise.resolve();
    expect(shown()).toMatchObject({ stage: "new" });
    await vi.waitFor(() => expect(patchRecord).toHaveBeenCalledTimes(1));
    answer({ ...record, version: 2, stage: "won" });
    await Promise.all([first, second]);
    expect(patchRecord).toHaveBeenCalledTimes(2);
    expect(shown()).toMatchObject({ stage: "new", version: 3 });
  });

  it("comes first at once in a list of what was changed last", async () => {
    patchRecord.mockImplementation(async () => ({ ...record, version: 2, stage: "won" }) as never);
    const latest = { field: "modified_date", isDescending: true };
    const moving = move("deal", record, dealBoard(), { column: pileOf("won"), lane: undefined }, latest);
    expect(shown()?.modified_date).toBeDefined();
    await moving;
  });
});

it("arrows lead to the neighbor, and nowhere beyond the edge", () => {
  const at = { column: "b", lane: "y" };
  const go = (key: string, from = at) => neighbor(from, key, ["a", "b", "c"], ["x", "y"]);
  expect(go("ArrowLeft")).toEqual({ column: "a", lane: "y" });
  expect(go("ArrowUp")).toEqual({ column: "b", lane: "x" });
  expect(go("ArrowDown")).toBeUndefined();
  expect(go("ArrowRight", { column: "c", lane: "y" })).toBeUndefined();
  expect(neighbor({ column: "a", lane: "" }, "ArrowDown", ["a"], [])).toBeUndefined();
});
