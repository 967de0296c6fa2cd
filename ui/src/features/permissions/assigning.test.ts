// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, type WireRecord } from "@/api";
import { keep } from "@/store";
import { assign } from "./assigning";

const server = vi.hoisted(() => ({ getRecord: vi.fn(), patchRecord: vi.fn() }));
vi.mock("@/api", async (load) => ({ ...(await load<typeof import("@/api")>()), ...server }));

let version = 0;
const person = (id: string, ...sets: string[]) =>
  ({
    id,
    version: ++version,
    name: "Ben",
    permissions: sets.map((set) => ({ id: set })),
  }) as unknown as WireRecord;
const conflict = () =>
  new ApiError(412, { code: "version_conflict", detail: "Changed meanwhile", errors: {} });
const sent = () =>
  server.patchRecord.mock.calls.map(([, fields, , expected]) => [fields.permissions, expected]);

describe("giving sets", () => {
  beforeEach(() => {
    server.getRecord.mockReset();
    server.patchRecord.mockReset();
  });

  it("leaves the others that a person has, over the version that they were read at", async () => {
    const had = person("a", "one", "two");
    keep("user", [had]);
    server.patchRecord.mockResolvedValue(person("a", "one", "three"));
    await assign(
      "a",
      new Map([
        ["two", false],
        ["three", true],
      ]),
    );
    expect(sent()).toEqual([[["one", "three"], had.version]]);
    expect(server.getRecord).not.toHaveBeenCalled();
  });

  it("keeps what somebody else gave in the same moment", async () => {
    const had = person("b", "one");
    const now = person("b", "one", "theirs");
    keep("user", [had]);
    server.patchRecord.mockRejectedValueOnce(conflict()).mockResolvedValueOnce(person("b"));
    server.getRecord.mockResolvedValue(now);
    await assign("b", new Map([["mine", true]]));
    expect(sent()).toEqual([
      [["one", "mine"], had.version],
      [["one", "theirs", "mine"], now.version],
    ]);
  });

  it("sends nothing where it stands already, and gives up on a person who changes without end", async () => {
    keep("user", [person("c", "one")]);
    await assign(
      "c",
      new Map([
        ["one", true],
        ["two", false],
      ]),
    );
    expect(server.patchRecord).not.toHaveBeenCalled();
    server.getRecord.mockImplementation(async () => person("c", "one"));
    server.patchRecord.mockRejectedValue(conflict());
    await expect(assign("c", new Map([["two", true]]))).rejects.toThrow(ApiError);
    expect(server.patchRecord).toHaveBeenCalledTimes(5);
  });

  it("says what is refused for another reason", async () => {
    keep("user", [person("d")]);
    server.patchRecord.mockRejectedValue(new ApiError(403, { code: "forbidden", detail: "No", errors: {} }));
    await expect(assign("d", new Map([["two", true]]))).rejects.toThrow("No");
    expect(server.patchRecord).toHaveBeenCalledTimes(1);
  });
});
