// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from "vitest";

const get = vi.hoisted(() => vi.fn());
vi.mock("./client", () => ({ api: { get } }));

import { listRecords } from "./records";

const page = (ids: number[], headers: Record<string, string>) => ({
  data: { data: ids.map((id) => ({ id: String(id) })) },
  headers: new Headers(headers),
});

describe("listRecords", () => {
  beforeEach(() => get.mockReset());

  it("reads on where a page of long records was full", async () => {
    get
      .mockResolvedValueOnce(
        page([1, 2], {
          "x-has-next": "true",
          "x-next-offset": "27",
          "x-page-size": "2",
          "x-total-count": "60",
        }),
      )
      .mockResolvedValueOnce(page([3], { "x-has-next": "true", "x-next-offset": "28" }))
      .mockResolvedValueOnce(page([4, 5], { "x-has-next": "true", "x-next-offset": "30" }));
    const answer = await listRecords("note", { limit: 5, offset: 25 });
    expect(answer.rows.map(({ id }) => id)).toEqual(["1", "2", "3", "4", "5"]);
    expect(answer).toMatchObject({ hasNext: true, pageSize: 5, total: 60 });
    expect(get.mock.calls.map(([path]) => path as string)).toEqual([
      "/v1/object/note?limit=5&offset=25",
      "/v1/object/note?limit=3&offset=27",
      "/v1/object/note?limit=2&offset=28",
    ]);
  });

  it("asks once where the page holds what was asked for, or all there is", async () => {
    get.mockResolvedValueOnce(page([1, 2], { "x-has-next": "true", "x-next-offset": "2" }));
    await listRecords("note", { limit: 2 });
    get.mockResolvedValueOnce(page([1], { "x-has-next": "false" }));
    expect((await listRecords("note", { limit: 2 })).hasNext).toBe(false);
    get.mockResolvedValueOnce(page([1], { "x-has-next": "true" })); // a server that doesn't say where
    await listRecords("note", { limit: 2 });
    expect(get).toHaveBeenCalledTimes(3);
  });
});
