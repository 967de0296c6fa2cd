import { act, fireEvent, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import * as api from "@/api";
import { type ToastAction, toast } from "@/components/Toaster/toasts";
import { FeaturesContext } from "@/feature";
import { fieldsOf } from "@/fields";
import { keep, shownAtom, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { leadsTo } from "./addresses";
import { deleteListed, sayRefusal, writeRecord } from "./commands";
import { between, useSelection } from "./list/useSelection";
import { useRights } from "./objects";
import { edit } from "./record/draft";
import { useEditing } from "./record/useEditing";
import { editSearch, listSearch } from "./search";
import { type RecordKeys, useRecordKeys } from "./useRecordKeys";

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  deleteRecords: vi.fn(),
  getRecord: vi.fn(),
}));
const deleteRecords = vi.mocked(api.deleteRecords);
const getRecord = vi.mocked(api.getRecord);

const full = { create: true, read: true, update: true, delete: true };

const schema = {
  api_name: "note",
  title: "Note",
  name_field: "name",
  required: ["name"],
  rights: full,
  live: false,
  properties: {
    name: { title: "Name", type: "string" },
    company: { title: "Company", type: ["string", "null"] },
    secret: { title: "Secret", type: "string", modify: false },
  },
} as unknown as api.ObjectSchema;

let said: Record<"success" | "warning" | "error", MockInstance<(text: string, action?: ToastAction) => void>>;

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  said = {
    success: vi.spyOn(toast, "success").mockReturnValue(undefined),
    warning: vi.spyOn(toast, "warning").mockReturnValue(undefined),
    error: vi.spyOn(toast, "error").mockReturnValue(undefined),
  };
});

const answer = (record: object, headers: Record<string, string> = {}) =>
  ({ data: [record], headers: new Headers(headers) }) as never;

describe("writing a record", () => {
  it("sends it under its command, and takes what was stored into the store", async () => {
    const patch = vi.spyOn(api.api, "patch").mockResolvedValue(answer({ id: "n1", version: 2, name: "B" }));
    await writeRecord("patch", schema, { id: "n1", name: "B" }, "command");
    expect(patch).toHaveBeenCalledWith("/v1/object/note", [{ id: "n1", name: "B" }], "command");
    expect(store.get(shownAtom("note", "n1"))?.record).toMatchObject({ version: 2, name: "B" });
    expect(said.warning).not.toHaveBeenCalled();
  });

  it("says by their titles which fields the server left alone", async () => {
    vi.spyOn(api.api, "post").mockResolvedValue(
      answer({ id: "n2", version: 1 }, { "x-ignored-fields": "secret, unheard_of" }),
    );
    await writeRecord("post", schema, {}, "command");
    expect(said.warning.mock.calls[0]?.[0]).toContain("Secret, unheard_of");
  });

  it("fails where the answer holds no record", async () => {
    vi.spyOn(api.api, "post").mockResolvedValue({ data: [], headers: new Headers() } as never);
    await expect(writeRecord("post", schema, {}, "command")).rejects.toThrow("empty list");
  });
});

describe("deleting rows of a list", () => {
  it("asks for some first", async () => {
    expect(await deleteListed(schema, [])).toBe(false);
    expect(said.warning).toHaveBeenCalledWith("No record selected to delete.");
    expect(deleteRecords).not.toHaveBeenCalled();
  });

  it.each([
    [["a"], "Record deleted"],
    [["a", "b"], "Records deleted"],
  ])("of %j says %s", async (ids, sentence) => {
    expect(await deleteListed(schema, ids)).toBe(true);
    expect(deleteRecords).toHaveBeenCalledWith("note", ids);
    expect(said.success.mock.calls[0]?.[0]).toBe(sentence);
  });

  it("is undone from its message, each under a command of its own", async () => {
    const post = vi
      .spyOn(api.api, "post")
      .mockImplementation(
        async (path) => ({ data: { id: path.split("/")[4], version: 3 }, headers: new Headers() }) as never,
      );
    await deleteListed(schema, ["a", "b"]);
    said.success.mock.calls[0]?.[1]?.run();
    await vi.waitFor(() => expect(said.success).toHaveBeenLastCalledWith("Records restored"));
    expect(post.mock.calls.map(([path]) => path)).toEqual([
      "/v1/object/note/a/restore",
      "/v1/object/note/b/restore",
    ]);
    expect(new Set(post.mock.calls.map(([, , command]) => command)).size).toBe(2);
    expect(store.get(shownAtom("note", "b"))?.record).toMatchObject({ version: 3 });
    post.mockRejectedValueOnce(new api.ApiError(404, { detail: "Record not found" }));
    said.success.mock.calls[0]?.[1]?.run();
    await vi.waitFor(() =>
      expect(said.error).toHaveBeenCalledWith("Error restoring record: Record not found"),
    );
  });

  it("of what an actor owns offers no undo", async () => {
    await deleteListed({ ...schema, live: true }, ["a"]);
    expect(said.success.mock.calls[0]?.[1]).toBeUndefined();
  });

  it("without the right is a warning in the server's words, anything else an error", async () => {
    deleteRecords.mockRejectedValueOnce(new api.ApiError(403, { detail: "You may not." }));
    expect(await deleteListed(schema, ["a"])).toBe(false);
    expect(said.warning).toHaveBeenCalledWith("You may not.");
    sayRefusal(new api.ApiError(409, { detail: "In use." }), (detail) => `Error: ${detail}`);
    expect(said.error).toHaveBeenCalledWith("Error: In use.");
  });
});

describe("what one may do with an object", () => {
  const features = [{ objects: { call: { hasNoForm: true as const } } }];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <FeaturesContext value={features}>{children}</FeaturesContext>
  );

  it("is one's rights, without making what no form makes", () => {
    signIn({ rights: { note: full, call: full } });
    expect(renderHook(() => useRights("note"), { wrapper }).result.current).toEqual(full);
    expect(renderHook(() => useRights("call"), { wrapper }).result.current).toEqual({
      ...full,
      create: false,
    });
    expect(renderHook(() => useRights("secret"), { wrapper }).result.current.read).toBe(false);
  });
});

describe("addresses of lists and records", () => {
  it.each([
    [{}, {}],
    [
      { page: "3", sort: "-name", search: "ada" },
      { page: 3, sort: "-name", search: "ada" },
    ],
    [{ page: 1 }, {}],
    [{ page: "x", sort: "name desc", search: "" }, {}],
    [
      { page: 2.9, sort: "last_name", search: 5 },
      { page: 2, sort: "last_name" },
    ],
    [{ sort: "Name;drop" }, {}],
  ])("%j are read as %j", (raw, read) => {
    expect(listSearch(raw)).toEqual(read);
  });

  it("open a record for editing only where they say exactly so", () => {
    expect(editSearch({ edit: true })).toEqual({ edit: true });
    expect(editSearch({ edit: "yes" })).toEqual({});
  });

  it.each([
    [{ object: "contact" }, "/view/contact/list"],
    [{ object: "contact", view: "c1" }, "/view/contact/record/c1/standard"],
  ])("%j lead to %s", (params, path) => {
    expect(leadsTo(params)).toBe(path);
  });
});

describe("ticking rows", () => {
  const ids = ["a", "b", "c", "d"];

  it("takes one, and with Shift all from the last one", () => {
    const { result } = renderHook(() => useSelection(ids));
    act(() => result.current.toggle("b", false));
    act(() => result.current.toggle("d", true));
    expect([...result.current.selected]).toEqual(["b", "c", "d"]);
    act(() => result.current.toggle("c", true));
    expect([...result.current.selected]).toEqual(["b"]);
  });

  it("takes all, and none where all were taken", () => {
    const { result } = renderHook(() => useSelection(ids));
    act(() => result.current.toggleAll());
    expect(result.current.selected.size).toBe(4);
    act(() => result.current.toggleAll());
    expect(result.current.selected.size).toBe(0);
  });

  it("forgets what left the page, and keeps what stays", () => {
    const { result, rerender } = renderHook(({ rows }) => useSelection(rows), {
      initialProps: { rows: ids },
    });
    act(() => result.current.toggleAll());
    rerender({ rows: ["b", "e"] });
    expect([...result.current.selected]).toEqual(["b"]);
    act(() => result.current.clear());
    expect(result.current.selected.size).toBe(0);
  });

  it("counts a run in either direction, and one row where the other end is gone", () => {
    expect(between(ids, "c", "a")).toEqual(["a", "b", "c"]);
    expect(between(ids, "gone", "c")).toEqual(["c"]);
  });
});

describe("the keys of records", () => {
  const keys = () => {
    const does = { toggleEdit: vi.fn(), save: vi.fn(), create: vi.fn(), remove: vi.fn() };
    renderHook(() => useRecordKeys(does));
    return does;
  };
  const press = (code: string, held: object) => fireEvent.keyDown(document, { code, ...held });
  const mod = { altKey: true, ctrlKey: true };

  it.each([
    ["KeyE", mod, "toggleEdit"],
    ["KeyC", { altKey: true, metaKey: true }, "save"],
    ["KeyN", mod, "create"],
    ["KeyD", mod, "remove"],
    ["KeyD", { metaKey: true, shiftKey: true }, "remove"],
    ["KeyE", { ctrlKey: true }, "toggleEdit"],
    ["KeyD", { metaKey: true }, "remove"],
  ] as const)("%s with %j does %s", (code, held, name) => {
    const does = keys();
    expect(press(code, held)).toBe(false);
    expect(does[name]).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["without Alt", "KeyN", { ctrlKey: true }],
    ["without Ctrl", "KeyE", { altKey: true }],
    ["held down", "KeyE", { ...mod, repeat: true }],
    ["with Shift", "KeyE", { ...mod, shiftKey: true }],
    ["of another letter", "KeyX", mod],
  ])("%s do nothing", (_, code, held) => {
    const does = keys();
    press(code, held);
    for (const one of Object.values(does)) {
      expect(one).not.toHaveBeenCalled();
    }
  });

  it("leave a writer his letters where they come without Alt", () => {
    const does = keys();
    const field = document.body.appendChild(document.createElement("textarea"));
    fireEvent.keyDown(field, { code: "KeyD", ctrlKey: true });
    expect(does.remove).not.toHaveBeenCalled();
    field.remove();
  });

  it("do nothing under an open dialog, nor where the page offers nothing", () => {
    const does = keys();
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.setAttribute("open", "");
    press("KeyE", mod);
    expect(does.toggleEdit).not.toHaveBeenCalled();
    dialog.remove();
    const none: RecordKeys = {};
    renderHook(() => useRecordKeys(none));
    expect(press("KeyN", mod)).toBe(false);
  });
});

describe("editing a record", () => {
  const fields = fieldsOf(schema);
  const record = (over: object = {}) => ({ id: "n9", version: 3, name: "Ada", company: null, ...over });

  function setUp(at: api.WireRecord = record(), as = schema) {
    const onDone = vi.fn();
    const hook = renderHook(({ now }) => useEditing(as, now, fields, onDone), {
      initialProps: { now: at },
    });
    const type = (name: string, value: unknown) =>
      act(() => hook.result.current.setDraft((had) => edit(had, at, name, value)));
    return { ...hook, onDone, type, save: () => act(() => hook.result.current.save()) };
  }

  it("sends what changed, with the version that it was changed from", async () => {
    keep("note", [record()]);
    const patch = vi.spyOn(api.api, "patch").mockResolvedValue(answer(record({ version: 4, company: "X" })));
    const { type, save, onDone, result } = setUp();
    type("company", "X");
    await save();
    expect(patch.mock.calls[0]?.[1]).toEqual([{ id: "n9", version: 3, company: "X" }]);
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(result.current.draft.edits).toEqual({});
    expect(said.success).toHaveBeenCalledWith("Record saved successfully.");
  });

  it("sends nothing where nothing changed, and is done", async () => {
    const patch = vi.spyOn(api.api, "patch");
    const { save, onDone } = setUp();
    await save();
    expect(patch).not.toHaveBeenCalled();
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it("does not send what cannot be stored, and says where", async () => {
    const patch = vi.spyOn(api.api, "patch");
    const { type, save, onDone, result } = setUp();
    type("name", "");
    await save();
    expect(patch).not.toHaveBeenCalled();
    expect(onDone).not.toHaveBeenCalled();
    expect(result.current.draft.touched).toEqual({ name: true });
  });

  it("keeps what was typed where somebody else saved first, and shows what is stored now", async () => {
    keep("note", [record()]);
    vi.spyOn(api.api, "patch").mockRejectedValue(new api.ApiError(412, { code: "version_conflict" }));
    getRecord.mockResolvedValueOnce(record({ version: 9, company: "Theirs" }));
    const { type, save, onDone, result } = setUp();
    type("company", "Mine");
    await save();
    expect(result.current.isRefused).toBe(true);
    expect(result.current.draft.edits).toEqual({ company: "Mine" });
    expect(store.get(shownAtom("note", "n9"))?.record.company).toBe("Theirs");
    expect(onDone).not.toHaveBeenCalled();
  });

  it("stores one field alone, and leaves what was typed into the others", async () => {
    keep("note", [record()]);
    const patch = vi.spyOn(api.api, "patch").mockResolvedValue(answer(record({ version: 4, company: "X" })));
    const { type, result, onDone } = setUp();
    type("company", "X");
    type("name", "");
    const company = fields.find(({ name }) => name === "company");
    await act(async () => expect(await result.current.save(company)).toBe(true));
    expect(patch.mock.calls[0]?.[1]).toEqual([expect.objectContaining({ id: "n9", company: "X" })]);
    expect(patch.mock.calls[0]?.[1]).not.toHaveProperty("0.name");
    expect(result.current.draft.edits).toEqual({ name: "" });
    expect(onDone).not.toHaveBeenCalled();
  });

  it("puts the server's complaints beside their fields", async () => {
    const errors = { company: ["Too long", "Really"] };
    vi.spyOn(api.api, "patch").mockRejectedValue(new api.ApiError(422, { detail: "No.", errors }));
    const { type, save, result } = setUp();
    type("company", "x".repeat(999));
    await save();
    expect(result.current.draft.refusals).toEqual({ company: "Too long" });
    expect(said.error).toHaveBeenCalledWith("Error saving record: No.");
    await waitFor(() => expect(result.current.isSaving).toBe(false));
  });

  it("lets controls that nobody edits follow what somebody else stored, and no others", () => {
    const { type, rerender, result } = setUp();
    type("company", "Mine");
    rerender({ now: record({ version: 5, name: "Grace", company: "Theirs" }) });
    expect(result.current.draft.revisions).toEqual({ name: 1 });
    expect(result.current.draft.edits).toEqual({ company: "Mine" });
  });
});
