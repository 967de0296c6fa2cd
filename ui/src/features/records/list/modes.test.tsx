import { act, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { signIn } from "@/store/signIn.test-env";
import { Modes, modeOf } from "./Modes";
import { rememberMode, useLastMode } from "./modes";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), patchRecord: vi.fn() }));
const patchRecord = vi.mocked(api.patchRecord);

beforeEach(() => {
  vi.clearAllMocks();
});

describe("the mode of a list", () => {
  it("is a table until another was chosen, for each object", () => {
    signIn({ user: { settings: { list_modes: { note: "gallery", contact: "carousel" } } } });
    const last = (object: string) => renderHook(() => useLastMode(object)).result.current;
    expect([last("note"), last("contact"), last("call")]).toEqual(["gallery", "table", "table"]);
  });

  it("is kept with the person, and sent only where it is another one", async () => {
    signIn({ user: { settings: { theme: "dark", list_modes: { note: "json" } } } });
    const { result } = renderHook(() => useLastMode("contact"));
    patchRecord.mockReturnValue(new Promise(() => undefined));
    act(() => rememberMode("contact", "table"));
    act(() => rememberMode("note", "json"));
    expect(patchRecord).not.toHaveBeenCalled();
    act(() => rememberMode("contact", "list"));
    await waitFor(() => expect(result.current).toBe("list"));
    expect(patchRecord.mock.calls.map(([, change]) => change)).toMatchObject([
      { settings: { list_modes: { contact: "list" } } },
    ]);
  });

  it("is chosen among all, of which the present one does nothing", async () => {
    const onMode = vi.fn();
    render(<Modes mode="table" canBoard onMode={onMode} />);
    const shown = within(screen.getByRole("group", { name: "View" }));
    expect(shown.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
      "List",
      "Table",
      "Gallery",
      "Kanban",
      "JSON",
    ]);
    await userEvent.click(shown.getByRole("button", { name: "Table", pressed: true }));
    expect(onMode).not.toHaveBeenCalled();
    await userEvent.click(shown.getByRole("button", { name: "JSON", pressed: false }));
    expect(onMode).toHaveBeenCalledWith("json");
    expect(modeOf("list").empty).toBe("No records found.");
    expect(modeOf("table").empty).toBe("No results.");
  });
});
