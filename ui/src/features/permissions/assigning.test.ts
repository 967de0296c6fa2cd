// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, type WireRecord } from "@/api";
import { keep, peek } from "@/store";
import { assign, setsOf } from "./assigning";

const server = vi.hoisted(() => ({ patchRecord: vi.fn() }));
vi.mock("@/api", async (load) => ({ ...(await load<typeof import("@/api")>()), ...server }));

let version = 0;
const person = (id: string, ...sets: string[]) =>
  ({
    id,
    version: ++version,
    name: "Ben",
    permissions: sets.map((set) => ({ id: set })),
  }) as unknown as WireRecord;
const sent = () =>
  server.patchRecord.mock.calls.map(([, fields, , expected]) => [fields.permissions, expected]);

describe("giving sets", () => {
  beforeEach(() => {
    server.patchRecord.mockReset();
  });

  it("says what is given and taken alone, over no version, and keeps what is answered", async () => {
    keep("user", [person("a", "one", "two")]);
    server.patchRecord.mockResolvedValue(person("a", "one", "theirs", "three"));
    await assign(
      "a",
      new Map([
        ["two", false],
        ["three", true],
      ]),
    );
    expect(sent()).toEqual([[{ add: ["three"], remove: ["two"] }, undefined]]);
    expect(setsOf(peek("user", "a")?.record)).toEqual(["one", "theirs", "three"]);
  });

  it("sends nothing where nothing is moved", async () => {
    await assign("b", new Map());
    expect(server.patchRecord).not.toHaveBeenCalled();
  });

  it("says what is refused, and tries once", async () => {
    keep("user", [person("c")]);
    server.patchRecord.mockRejectedValue(new ApiError(403, { code: "forbidden", detail: "No", errors: {} }));
    await expect(assign("c", new Map([["two", true]]))).rejects.toThrow("No");
    expect(server.patchRecord).toHaveBeenCalledTimes(1);
  });
});
