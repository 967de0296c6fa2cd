import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { withQueries } from "@/queries.test-env";
import * as realtime from "@/realtime";
import { router } from "@/realtime";
import { transact } from "@/store";
import { recordReducers } from "../reducers";
import { type ListRequest, useListPage } from "./useListPage";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), listRecords: vi.fn() }));
const listRecords = vi.mocked(api.listRecords);

router.register(recordReducers);

let object = "";
let tests = 0;
const row = (id: string, name: string, version = 1) => ({ id: `${object} ${id}`, version, name });
const page = (rows: api.WireRecord[], over: object = {}) =>
  ({
    rows,
    total: rows.length,
    pages: 1,
    page: 1,
    pageSize: 25,
    hasNext: false,
    isEstimate: false,
    ...over,
  }) as never;

function hear(id: string, op: api.Change["op"], version: number, fields: object = {}): void {
  const change = { seq: version, topics: [], object, id: `${object} ${id}`, op, version };
  act(() =>
    transact((tx) => router.change(tx, [{ ...change, fields: { id: `${object} ${id}`, ...fields } }])),
  );
}

const fields = [{ name: "name", isNumber: false }];

const requestOf = (over: Partial<ListRequest> = {}) => ({
  object,
  fields,
  page: 1,
  sort: { field: "name", isDescending: false },
  search: "",
  ...over,
});

async function open(over: Partial<ListRequest> = {}) {
  const request = requestOf(over);
  const { result } = renderHook(() => useListPage(request), { wrapper: withQueries() });
  await waitFor(() => expect(result.current.list).toBeDefined());
  const ids = () => result.current.list?.ids.map((id) => id.replace(`${object} `, ""));
  return { result, ids };
}

describe("a page of a list", () => {
  beforeEach(() => {
    object = `thing${++tests}`;
    vi.clearAllMocks();
    // The topic is held already: the list is read at once.
    vi.spyOn(realtime, "useTopic").mockReturnValue({ phase: "live", epoch: 1 });
    listRecords.mockResolvedValue(page([row("a", "Ada"), row("c", "Cleo")]));
  });

  it("asks for its rows, in its order", async () => {
    await open({ page: 3, sort: { field: "name", isDescending: true }, search: "ad" });
    expect(listRecords.mock.calls[0]?.slice(0, 2)).toEqual([
      object,
      {
        limit: 25,
        offset: 50,
        order: "-name",
        search: "ad",
      },
    ]);
  });

  it("reads a part of it alone, and takes it for a part of the whole when something changes", async () => {
    const where = { rows: [{ field: "name", operator: "LIKE" as const, value: "e" }], isAny: false };
    const within = { field: "stage", operator: "=" as const, value: "won" };
    await open({ where, within, size: 200 });
    expect(listRecords.mock.calls[0]?.[1]).toMatchObject({ limit: 200, filter: [...where.rows, within] });
    const { ids } = await open({ within });
    hear("a", "updated", 2, { name: "Ada", stage: "lost" });
    expect(ids()).toEqual(["a", "c"]);
  });

  it("moves a row that was renamed, without reading anew", async () => {
    const { ids } = await open();
    hear("a", "updated", 2, { name: "Zoe" });
    expect(ids()).toEqual(["c", "a"]);
    expect(listRecords).toHaveBeenCalledTimes(1);
  });

  it("lets a removed row go after it was seen to leave, and counts it off", async () => {
    const { result, ids } = await open();
    hear("a", "removed", 2);
    expect(result.current.list?.total).toBe(1);
    await waitFor(() => expect(ids()).toEqual(["c"]));
    expect(listRecords).toHaveBeenCalledTimes(1);
  });

  it("knows how many pages there are, and whether that is a guess", async () => {
    listRecords.mockResolvedValueOnce(
      page([row("a", "Ada")], { total: 60, pages: 3, hasNext: true, isEstimate: true }),
    );
    const { result } = await open();
    expect(result.current.pages).toBe(3);
    expect(result.current.isEstimate).toBe(true);
  });

  it("says why it could not be read, and can be read again", async () => {
    listRecords.mockRejectedValueOnce(new api.ApiError(403, { detail: "You may not." }));
    const { result } = renderHook(() => useListPage(requestOf()), { wrapper: withQueries() });
    await waitFor(() => expect(result.current.error?.message).toBe("You may not."));
    expect(result.current.list).toBeUndefined();
    act(() => result.current.reload());
    await waitFor(() => expect(result.current.list?.ids).toHaveLength(2));
  });

  it("takes what was told while the answer was on its way", async () => {
    let answer: (value: never) => void = () => undefined;
    listRecords.mockReturnValueOnce(
      new Promise((take) => {
        answer = take as typeof answer;
      }),
    );
    const opened = open();
    await waitFor(() => expect(listRecords).toHaveBeenCalledTimes(1));
    hear("a", "created", 3, { name: "Zoe" });
    answer(page([row("a", "Ada", 1), row("c", "Cleo")]));
    const { ids } = await opened;
    expect(ids()).toEqual(["c", "a"]);
  });

  it("leaves out what stopped to match while the answer was on its way", async () => {
    let answer: (value: never) => void = () => undefined;
    listRecords.mockReturnValueOnce(
      new Promise((take) => {
        answer = take as typeof answer;
      }),
    );
    const opened = open({ only: { field: "status", values: ["ringing"] } });
    await waitFor(() => expect(listRecords).toHaveBeenCalledTimes(1));
    const change = { seq: 2, topics: [], object, id: `${object} a`, op: "updated" as const, version: 2 };
    act(() => transact((tx) => router.change(tx, [{ ...change, fields: { status: "completed" } }])));
    answer(page([{ ...row("a", "Ada"), status: "ringing" }]));
    const { result, ids } = await opened;
    await waitFor(() => expect(ids()).toEqual([]));
    expect(result.current.list?.total).toBe(0);
    expect(listRecords).toHaveBeenCalledTimes(1);
  });

  describe("that were counted before", () => {
    const counted = (count: number, reading: number) => ({ count, isMore: count >= 25, reading });
    const about = { field: "contact", id: "c1" };
    const mine = { name: "New", contact: { id: "c1" } };

    it("reads nothing of none, and shows what comes", async () => {
      const none = counted(0, 1);
      const { result } = await open({ about, counted: none });
      hear("n", "created", 1, mine);
      expect([result.current.list?.total, result.current.list?.fresh]).toEqual([1, [`${object} n`]]);
      expect(listRecords).not.toHaveBeenCalled();
      act(() => result.current.reload());
      await waitFor(() => expect(result.current.list?.ids).toHaveLength(2));
    });

    it("does not lose what came between the count and its first drawing", async () => {
      const request = { ...requestOf({ about }), isAwaited: true };
      const { result, rerender } = renderHook((props) => useListPage(props), {
        wrapper: withQueries(),
        initialProps: request as ListRequest,
      });
      hear("n", "created", 1, mine);
      rerender({ ...request, isAwaited: false, counted: counted(0, 1) });
      await waitFor(() => expect(result.current.list?.total).toBe(1));
    });

    it("does not count many, until it reads again", async () => {
      const asked = () => listRecords.mock.calls.map(([, { isUncounted = false }]) => isUncounted);
      listRecords.mockResolvedValueOnce(page([row("a", "Ada")], { hasNext: true }));
      const many = counted(25, 1);
      const { result } = await open({ about, counted: many });
      expect(result.current.list?.total).toBe(Number.POSITIVE_INFINITY);
      listRecords.mockResolvedValueOnce(page([row("a", "Ada")], { hasNext: true, total: 40 }));
      act(() => result.current.reload());
      await waitFor(() => expect(result.current.list?.total).toBe(40));
      expect(asked()).toEqual([true, false]);
    });

    it("is read once for each count", async () => {
      const request = { ...requestOf({ about }), counted: counted(2, 1) };
      const { rerender } = renderHook((props) => useListPage(props), {
        wrapper: withQueries(),
        initialProps: request,
      });
      await waitFor(() => expect(listRecords).toHaveBeenCalledTimes(1));
      rerender({ ...request });
      rerender({ ...request, counted: counted(3, 2) });
      await waitFor(() => expect(listRecords).toHaveBeenCalledTimes(2));
    });
  });

  it("reads on behind its last row, in larger parts, and stays live over all of it", async () => {
    listRecords.mockResolvedValueOnce(page([row("a", "Ada"), row("c", "Cleo")], { total: 5, hasNext: true }));
    const beyond = vi.fn();
    const { result, ids } = await open({ size: 2, onBeyond: beyond });
    listRecords.mockResolvedValueOnce(page([row("c", "Cleo"), row("m", "Mia")], { hasNext: true }));
    await act(() => result.current.more());
    expect(listRecords.mock.calls[1]?.[1]).toMatchObject({ limit: 100, offset: 2, isUncounted: true });
    expect(ids()).toEqual(["a", "c", "m"]);
    expect(result.current.list?.total).toBe(5);
    expect(beyond).toHaveBeenLastCalledWith(1);
    hear("m", "updated", 2, { name: "Bea" });
    expect(ids()).toEqual(["a", "m", "c"]);

    listRecords.mockRejectedValueOnce(new Error("gone"));
    await act(() => result.current.more());
    expect(result.current.moreError?.message).toBe("gone");
    expect(ids()).toEqual(["a", "m", "c"]);
    listRecords.mockResolvedValueOnce(page([row("z", "Zoe")]));
    await act(() => result.current.more());
    expect(result.current.moreError).toBeNull();
    expect(ids()).toEqual(["a", "m", "c", "z"]);
    await act(() => result.current.more());
    expect(listRecords).toHaveBeenCalledTimes(4);
  });

  it("reads again as far as it was scrolled", async () => {
    listRecords.mockResolvedValueOnce(page([row("a", "Ada")], { total: 400, hasNext: true }));
    const { result } = await open({ size: 1, beyond: 225 });
    expect(listRecords.mock.calls[0]?.[1]).toMatchObject({ limit: 226, offset: 0 });
    listRecords.mockResolvedValueOnce(page([row("b", "Bea")], { hasNext: true }));
    await act(() => result.current.more());
    expect(listRecords.mock.calls[1]?.[1]).toMatchObject({ limit: 225, offset: 1 });
  });
});
