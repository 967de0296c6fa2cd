import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, getRecord, type ObjectSchema, type WireRecord } from "@/api";
import type { FieldSpec } from "@/fields";
import { keep } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { writeRecord } from "../commands";
import { edit } from "./draft";
import { useEditing } from "./useEditing";

vi.mock("../commands", () => ({ writeRecord: vi.fn(), sayRefusal: vi.fn() }));
vi.mock("@/api", async (original) => ({ ...(await original<object>()), getRecord: vi.fn() }));

const field = (name: string): FieldSpec =>
  ({ name, title: name, kind: "text", isEditable: true, isRequired: false }) as unknown as FieldSpec;
const fields = [field("name"), field("topic")];
const overtaken = new ApiError(412, {
  code: "version_conflict",
  detail: "Somebody else was first.",
} as never);

let count = 0;
function open(live: boolean) {
  const id = `r${++count}`;
  const record = { id, version: 3, name: "Spring", topic: "Boots" } as WireRecord;
  keep("thing", [record]);
  const schema = { api_name: "thing", live, properties: {} } as ObjectSchema;
  const { result } = renderHook(() => useEditing(schema, record, fields, () => undefined));
  act(() => result.current.setDraft((had) => edit(had, record, "topic", "Tents")));
  const now = (over: Partial<WireRecord>) =>
    vi.mocked(getRecord).mockResolvedValue({ ...record, version: 7, ...over } as WireRecord);
  return { id, result, now };
}

describe("storing a change of a record that somebody else changed first", () => {
  beforeEach(() => {
    signIn();
    vi.mocked(writeRecord).mockReset();
    vi.mocked(getRecord).mockReset();
  });

  it("is sent again for a live one, where the other change was of other fields", async () => {
    const { id, result, now } = open(true);
    now({ name: "Summer" });
    vi.mocked(writeRecord)
      .mockRejectedValueOnce(overtaken)
      .mockResolvedValueOnce({} as WireRecord);
    await act(async () => void expect(await result.current.save()).toBe(true));
    expect(vi.mocked(writeRecord).mock.calls.map(([, , sent]) => sent)).toEqual([
      { id, version: 3, topic: "Tents" },
      { id, version: 7, topic: "Tents" },
    ]);
  });

  it.each([
    ["the same field of a live one", true, { topic: "Stoves" }],
    ["anything of one that is not live", false, { name: "Summer" }],
  ])("is refused and told where it was %s", async (_, live, theirs) => {
    const { result, now } = open(live);
    now(theirs);
    vi.mocked(writeRecord).mockRejectedValue(overtaken);
    await act(async () => void expect(await result.current.save()).toBe(false));
    expect(writeRecord).toHaveBeenCalledTimes(1);
    expect(result.current.isRefused).toBe(true);
    expect(result.current.draft.edits).toEqual({ topic: "Tents" });
  });

  it("is given up for a live one that is changed again and again", async () => {
    const { result, now } = open(true);
    now({ name: "Summer" });
    vi.mocked(writeRecord).mockRejectedValue(overtaken);
    await act(async () => void expect(await result.current.save()).toBe(false));
    expect(writeRecord).toHaveBeenCalledTimes(5);
  });
});
