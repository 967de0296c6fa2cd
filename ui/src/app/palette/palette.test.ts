import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { signIn } from "@/store/signIn.test-env";
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
