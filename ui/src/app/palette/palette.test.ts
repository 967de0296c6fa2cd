import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { signIn } from "@/store/signIn.test-env";
import { named } from "./named";
import { noteRecent, recents } from "./recent";
import { useFound } from "./useFound";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), searchRecords: vi.fn() }));
const searchRecords = vi.mocked(api.searchRecords);

describe("what was open lately", () => {
  beforeEach(() => {
    localStorage.clear();
    signIn();
  });

  it("is remembered once each, the newest first, and no more than eight", () => {
    for (let n = 0; n < 10; n++) {
      noteRecent({ path: `/${n}`, label: `Page ${n}` });
    }
    noteRecent({ path: "/5", label: "Page five" });
    expect(recents().map(({ label }) => label)).toEqual([
      "Page five",
      ...[9, 8, 7, 6, 4, 3, 2].map((n) => `Page ${n}`),
    ]);
  });

  it("is its person's alone", () => {
    noteRecent({ path: "/1", label: "Mia" });
    signIn({ userId: "ben" });
    expect(recents()).toEqual([]);
  });

  it("does without what cannot be read", () => {
    localStorage.setItem("switchboard.recent.o.me", "{not JSON");
    expect(recents()).toEqual([]);
  });
});

describe("records found for the palette", () => {
  const found: api.Found[] = [
    {
      object: "contact",
      records: [{ id: "c1", version: 1, name: "Mia" }],
      marked: [{}],
      alike: 0,
      more: false,
    },
  ];

  beforeEach(() => {
    searchRecords.mockReset().mockResolvedValue(found);
  });

  it("are asked for once the person rests, and not for an empty text", async () => {
    const { result, rerender } = renderHook(({ text }) => useFound(text), { initialProps: { text: "" } });
    rerender({ text: "m" });
    rerender({ text: "mi" });
    await waitFor(() => expect(result.current).toMatchObject({ found }));
    expect(searchRecords.mock.calls.map(([text]) => text)).toEqual(["mi"]);
    rerender({ text: "" });
    expect(result.current).toEqual({ found: [] });
  });

  it("are none where the server refuses or is away", async () => {
    const { result, rerender } = renderHook(({ text }) => useFound(text), { initialProps: { text: "mia" } });
    await waitFor(() => expect(result.current).toMatchObject({ found }));
    searchRecords.mockRejectedValue(new api.ApiError(0, {}));
    rerender({ text: "miax" });
    await waitFor(() => expect(result.current).toEqual({ found: [] }));
  });
});

describe("the name of a found record", () => {
  const schema = (name_field: string) => ({ api_name: "email", name_field }) as api.ObjectSchema;
  const record = { id: "e1", version: 1, name: null, subject: "Your order" } as unknown as api.WireRecord;
  const piece = (text: string) => [{ text, hit: true }] as unknown as api.Piece[];

  it("is that of the field that its object is named by", () => {
    expect(named(schema("subject"), record).name).toBe("Your order");
    expect(named(schema("name"), record).name).toBe("No Value");
    expect(named(undefined, { ...record, name: "Mia" } as api.WireRecord).name).toBe("Mia");
  });

  it("is marked where it was found in that field, and what else was found is not", () => {
    const marks = { subject: piece("order"), from: piece("ada") };
    expect(named(schema("subject"), record, marks)).toMatchObject({ label: marks.subject, other: undefined });
    expect(named(schema("subject"), record, { from: marks.from })).toMatchObject({
      label: undefined,
      other: marks.from,
    });
  });
});
