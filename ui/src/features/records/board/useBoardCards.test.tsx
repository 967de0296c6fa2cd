import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { withQueries } from "@/queries.test-env";
import * as realtime from "@/realtime";
import { router } from "@/realtime";
import { keep, transact } from "@/store";
import { recordReducers } from "../reducers";
import { useBoardCards } from "./useBoardCards";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), listRecords: vi.fn() }));
const listRecords = vi.mocked(api.listRecords);

router.register(recordReducers);

let object = "";
let tests = 0;
const row = (id: string, name: string, stage: string) => ({ id: `${object} ${id}`, version: 1, name, stage });

function hear(id: string, op: api.Change["op"], version: number, fields: object = {}): void {
  const change = { seq: version, topics: [], object, id: `${object} ${id}`, op, version, fields };
  act(() => transact((tx) => router.change(tx, [change as never])));
}

const byName = { field: "name", isDescending: false };
const fields = [{ name: "name", isNumber: false }];

async function open(hasNext: boolean, over: object = {}) {
  const rows = [row("a", "Ada", "new"), row("c", "Cleo", "won")];
  listRecords.mockResolvedValue({
    rows,
    total: hasNext ? 500 : 2,
    pages: 1,
    hasNext,
    isEstimate: false,
  } as never);
  const request = { object, fields, sort: byName, search: "", view: object, ...over };
  const { result } = renderHook(() => useBoardCards(request), { wrapper: withQueries() });
  await waitFor(() => expect(result.current.list).toBeDefined());
  return { result, names: () => result.current.cards.map(({ name, stage }) => `${name} ${stage}`) };
}

describe("the cards of a board", () => {
  beforeEach(() => {
    object = `card${++tests}`;
    vi.clearAllMocks();
    vi.spyOn(realtime, "useTopic").mockReturnValue({ phase: "live", epoch: 1 });
  });

  it("are the first 200 of the list; what others change, make and delete needs no other request", async () => {
    const { names } = await open(false);
    hear("a", "updated", 2, { stage: "won" });
    hear("b", "created", 1, { id: `${object} b`, name: "Ben", stage: "new" });
    expect(names()).toEqual(["Ada won", "Ben new", "Cleo won"]);
    hear("c", "removed", 2);
    expect(names()).toEqual(["Ada won", "Ben new"]);
    expect(listRecords).toHaveBeenCalledOnce();
    expect(listRecords.mock.calls[0]?.[1]).toMatchObject({ limit: 200 });
  });

  it("have one that was made here, though its answer came before the news of it", async () => {
    const { result, names } = await open(false);
    keep(object, [row("b", "Ben", "new")]);
    hear("b", "created", 1, { id: `${object} b`, name: "Ben", stage: "new" });
    expect(names()).toEqual(["Ada new", "Ben new", "Cleo won"]);
    act(() => result.current.take(`${object} b`));
    expect(names()).toEqual(["Ada new", "Ben new", "Cleo won"]);
    expect(listRecords).toHaveBeenCalledOnce();
  });

  it("of a column are read on where the list has more of them, up to 1,000", async () => {
    const { result } = await open(true);
    expect(result.current.endOf("won", true)).toBe("complete");
    expect(result.current.endOf("won", false)).toBe("more");
    act(() => result.current.grow("won"));
    expect(result.current.sizes).toEqual({ won: 200 });
    expect(result.current.endOf("won", false)).toBe("loading");
    const list = { ...result.current.list, ids: [`${object} a`], hasNext: true } as never;
    act(() => result.current.onPart("won", { list, isTurning: false }));
    expect(result.current.endOf("won", false)).toBe("more");
    for (let times = 0; times < 6; times++) {
      act(() => result.current.grow("won"));
    }
    expect(result.current.sizes).toEqual({ won: 1000 });
    expect(result.current.endOf("won", false)).toBe("capped");
    act(() =>
      result.current.onPart("won", {
        list: { ...(list as object), hasNext: false } as never,
        isTurning: false,
      }),
    );
    expect(result.current.endOf("won", false)).toBe("complete");
  });

  it("of rows of which any may hold are read on as a whole", async () => {
    const row = { field: "name", operator: "LIKE" as const, value: "a" };
    const { result } = await open(true, { where: { rows: [row, row], isAny: true } });
    act(() => result.current.grow("won"));
    await waitFor(() => expect(listRecords.mock.lastCall?.[1]).toMatchObject({ limit: 400 }));
    expect(result.current.sizes).toEqual({});
  });
});
