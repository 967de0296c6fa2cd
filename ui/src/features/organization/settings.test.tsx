import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import type { SettingGroup } from "@/feature";
import { shownAtom, store } from "@/store";
import { SettingControl } from "./SettingControl";
import { edit, groups, loadGroups } from "./settings";
import { useDraft } from "./useSettings";

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  patchRecord: vi.fn(),
  getRecord: vi.fn(),
}));
const patchRecord = vi.mocked(api.patchRecord);
const getRecord = vi.mocked(api.getRecord);

const record = { id: "o", version: 1, name: "Harbor", settings: { rates: { calls_per_minute: 10 } } };
const appGroups: readonly SettingGroup[] = [
  {
    title: "Apps",
    order: 1,
    settings: [{ path: "apps", kind: "records", object: "app", label: "Apps", empty: "No apps" }],
  },
];
const rate = "settings.rates.calls_per_minute";

let success: MockInstance<(text: string) => void>;
let error: MockInstance<(text: string) => void>;

beforeEach(() => {
  vi.clearAllMocks();
  success = vi.spyOn(toast, "success").mockReturnValue(undefined);
  error = vi.spyOn(toast, "error").mockReturnValue(undefined);
});

function setUp() {
  const { result } = renderHook(() => useDraft(record, groups));
  const type = (path: string, value: string | number) =>
    act(() => result.current.setDraft((had) => edit(had, record, path, value)));
  return { result, type, save: () => act(() => result.current.save()) };
}

describe("what an organization can set", () => {
  const group = (title: string, order: number) => ({ title, order, settings: [] });

  it("is what all features say, in the order of the page", async () => {
    const features = [
      { settings: () => Promise.resolve([group("Texts", 4)]) },
      {},
      { settings: () => Promise.resolve([group("General", 1), group("Keeping", 6)]) },
    ];
    expect((await loadGroups(features)).map((one) => one.title)).toEqual(["General", "Texts", "Keeping"]);
  });
});

describe("saving an organization's settings", () => {
  it("sends what changed under a command, and takes what was stored", async () => {
    patchRecord.mockResolvedValueOnce({ ...record, version: 2, name: "Pine" });
    const { result, type, save } = setUp();
    type("name", "Pine");
    type(rate, 5);
    await save();
    expect(patchRecord).toHaveBeenCalledWith(
      "organization",
      { id: "o", name: "Pine", settings: { rates: { calls_per_minute: 5 } } },
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      undefined, // whatever others stored meanwhile: members that did not change stay
    );
    expect(store.get(shownAtom("organization", "o"))?.record.name).toBe("Pine");
    expect(result.current.draft.edits).toEqual({});
    expect(success).toHaveBeenCalledWith("Orgs updated");
  });

  it("stores a list of records over the version that it is made of, and makes it anew where somebody was faster", async () => {
    const app = (id: string) => ({ id, name: id });
    const shown = { ...record, apps: [app("a")] } as unknown as api.WireRecord;
    const faster = { ...shown, version: 2, apps: [app("a"), app("b")] } as unknown as api.WireRecord;
    patchRecord.mockRejectedValueOnce(new api.ApiError(412, { detail: "Somebody was faster." }));
    getRecord.mockResolvedValueOnce(faster);
    patchRecord.mockResolvedValueOnce({ ...faster, version: 3 });
    const { result } = renderHook(() => useDraft(shown, appGroups));
    act(() => result.current.setDraft((had) => edit(had, shown, "apps", ["a", "c"])));
    await act(() => result.current.save());
    expect(patchRecord.mock.calls.map(([, fields, , version]) => [fields, version])).toEqual([
      [{ id: "o", apps: ["a", "c"] }, 1],
      [{ id: "o", apps: ["a", "b", "c"] }, 2],
    ]);
    expect(success).toHaveBeenCalledWith("Orgs updated");
  });

  it("does not send a number that is none", async () => {
    const { result, type, save } = setUp();
    type(rate, "");
    await save();
    expect(patchRecord).not.toHaveBeenCalled();
    expect(result.current.draft.problems).toEqual({ [rate]: "Enter a whole number" });
    type(rate, 7);
    expect(result.current.draft.problems).toEqual({});
  });

  it("shows the server's complaints where they belong, and keeps what was typed", async () => {
    const errors = { [rate]: ["At most 120", "Really"] };
    patchRecord.mockRejectedValueOnce(new api.ApiError(422, { detail: "No.", errors }));
    const { result, type, save } = setUp();
    type(rate, 999);
    await save();
    expect(result.current.draft.problems).toEqual({ [rate]: "At most 120" });
    expect(result.current.draft.edits[rate]?.value).toBe(999);
    expect(error).not.toHaveBeenCalled();
  });

  it("says a complaint that belongs nowhere", async () => {
    patchRecord.mockRejectedValueOnce(new api.ApiError(503, { detail: "Restarting." }));
    const { result, type, save } = setUp();
    type("name", "Pine");
    await save();
    expect(error).toHaveBeenCalledWith("Error saving settings: Restarting.");
    expect(result.current.isSaving).toBe(false);
    expect(result.current.draft.edits.name?.value).toBe("Pine");
  });

  it("sends once, however often it is asked to", async () => {
    let done: (stored: api.WireRecord) => void = () => undefined;
    patchRecord.mockReturnValueOnce(
      new Promise((take) => {
        done = take as typeof done;
      }),
    );
    const { result, type } = setUp();
    type("name", "Pine");
    let first: Promise<void> = Promise.resolve();
    act(() => {
      first = result.current.save();
    });
    await act(() => result.current.save());
    done({ ...record, version: 3 });
    await act(() => first);
    expect(patchRecord).toHaveBeenCalledTimes(1);
  });

  it("can be given up", () => {
    const { result, type } = setUp();
    type("name", "Pine");
    act(() => result.current.discard());
    expect(result.current.draft.edits).toEqual({});
  });
});

it("who is offered the buttons of records is chosen by words, and stored by its name", () => {
  const setting = groups
    .flatMap((group) => group.settings)
    .find((one) => one.path === "settings.record_buttons");
  if (!setting) {
    throw new Error("it is a setting");
  }
  const onChange = vi.fn();
  render(
    <SettingControl
      setting={setting}
      value="rights"
      problem={undefined}
      note={undefined}
      onChange={onChange}
    />,
  );
  const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "Buttons on record pages" });
  expect(choice.selectedOptions[0]?.textContent).toBe("Everyone with the rights");
  fireEvent.change(choice, { target: { value: "superuser_only" } });
  expect(onChange).toHaveBeenCalledWith("superuser_only");
});
