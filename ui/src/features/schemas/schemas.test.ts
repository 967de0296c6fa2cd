import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, api } from "@/api";
import { fieldTypes } from "@/api/generated/fieldTypes";
import type { Definition, Format } from "./api";
import { apiNameOf, freeName, isApiName, pluralOf } from "./apiName";
import { colorNames, freeColor } from "./colors";
import { consequencesOf } from "./consequences";
import { faultsOf, refusedOf } from "./faults";
import { emptyField, moved, orderedFields, patchOf, valuesOf, withFormat } from "./field";
import { textOfFormat } from "./formats";
import { words } from "./messages";
import { objectSearch } from "./search";
import { tellChanges } from "./told";
import { useFieldDraft } from "./useFieldDraft";
import { insist } from "./useSaving";

const format = (name: string, over: Partial<Format> = {}): Format => ({
  format: name,
  type: "string",
  title: name,
  ...over,
});
const formats = [
  format("text", { max_length: true }),
  format("number"),
  format("picklist", { options: true }),
];
const stage = {
  title: "Stage",
  format: "picklist",
  custom: true,
  options: [
    { value: "new", label: "New", color: "blue", active: true },
    { value: "won", label: "Won", color: "green", active: true },
  ],
};
const amount = { title: "Amount", format: "number", custom: true };
const deal: Definition = {
  api_name: "deal",
  title: "Deal",
  plural: "Deals",
  custom: true,
  version: 3,
  name_field: "name",
  order: ["name", "amount"],
  properties: { name: { title: "Name", format: "text", required: true }, amount, stage },
};

describe("an API name", () => {
  it.each([
    ["Expected close", "expected_close"],
    ["  Größe (kg)  ", "gro_e_kg"],
    ["Équipement", "equipement"],
    ["2nd phone", "nd_phone"],
    ["名前", ""],
    ["x".repeat(90), "x".repeat(63)],
  ])("of %j is %j", (title, name) => {
    expect(apiNameOf(title)).toBe(name);
  });

  it("is small letters, digits and underscores after a letter", () => {
    expect(["a", "a_1", "x".repeat(63)].every(isApiName)).toBe(true);
    expect(["", "1a", "A", "a-b", "a b", "ä", "a".repeat(64), "select;"].some(isApiName)).toBe(false);
  });

  it("is none that is taken", () => {
    expect(freeName("Stage", new Set())).toBe("stage");
    expect(freeName("Stage", new Set(["stage", "stage_2"]))).toBe("stage_3");
    expect(freeName("?", new Set())).toBe("");
  });

  it("comes with a guess of what many are called", () => {
    expect(["Deal", "Category", "Box", "Day", ""].map(pluralOf)).toEqual([
      "Deals",
      "Categories",
      "Boxes",
      "Days",
      "",
    ]);
  });
});

describe("what is sent of a field", () => {
  it("is all that is set of a new one, and no more", () => {
    const values = { ...emptyField, title: " Amount ", format: "currency", unit: "EUR", required: true };
    expect(patchOf(undefined, values)).toEqual({
      title: "Amount",
      format: "currency",
      required: true,
      unit: "EUR",
    });
  });

  it("is what differs of a stored one; what is taken away is null", () => {
    const stored = valuesOf({ ...amount, unit: "EUR", help_text: "Net", width: 90, default: 5 });
    expect(patchOf(stored, stored)).toEqual({});
    const values = { ...stored, unit: "", help_text: " ", width: null, default: null, title: "Sum" };
    expect(patchOf(stored, values)).toEqual({
      title: "Sum",
      default: null,
      help_text: null,
      unit: null,
      width: null,
    });
  });

  it("has options as a whole, without what is only of the form", () => {
    const stored = valuesOf(stage);
    const options = [...stored.options].reverse().map((one) => ({ ...one, isNew: true }));
    expect(patchOf(stored, { ...stored, options })).toEqual({
      options: [stage.options[1], stage.options[0]],
    });
  });

  it("has nothing that another format can't have", () => {
    const stored = { ...valuesOf(stage), unique: true, default: "new", max_length: 9 };
    expect(withFormat(stored, format("number", { unique: true }))).toMatchObject({
      format: "number",
      options: [],
      unique: true,
      default: null,
      max_length: null,
    });
  });
});

it("fields stand in their order, those last that it does not name, and are moved", () => {
  expect(orderedFields(deal)).toEqual(["name", "amount", "stage"]);
  expect(orderedFields({ ...deal, order: ["gone", "stage"] })).toEqual(["stage", "name", "amount"]);
  expect(moved(["a", "b", "c"], "a", 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], "c", 0)).toEqual(["c", "a", "b"]);
});

describe("what a change means for records is said before it is made", () => {
  const stored = valuesOf(stage);
  const means = (over: object) => consequencesOf(stored, { ...stored, ...over }, formats);
  it.each([
    ["nothing", { title: "Step", help_text: "x" }, []],
    ["another format", { format: "text", options: [] }, [words.means.format("Pick list", "Text")]],
    ["required", { required: true }, [words.means.required]],
    ["required with a default", { required: true, default: "new" }, [words.means.filled]],
    ["unique", { unique: true, index: true }, [words.means.unique, words.means.index]],
    ["shorter texts", { max_length: 20 }, [words.means.shorter(20)]],
    ["an option less", { options: stored.options.slice(1) }, [words.means.optionsGone]],
  ])("%s", (_, over, lines) => {
    expect(means(over)).toEqual(lines);
  });
});

it("what others changed is told field by field", () => {
  const after: Definition = {
    ...deal,
    title: "Sale",
    order: ["amount", "name"],
    properties: {
      name: { title: "Name", format: "text", required: true },
      amount: { ...amount, format: "text", required: true },
      owner: { title: "Owner", format: "lookup" },
    },
  };
  expect(tellChanges(deal, after, formats)).toEqual([
    "Title",
    words.orderChanged,
    "Amount: format (Number → Text), required",
    "Stage was retired",
    "Owner was added",
  ]);
  expect(tellChanges(deal, { ...deal, version: 9 }, formats)).toEqual([]);
});

describe("what is wrong with a field", () => {
  it("is known before it is sent", () => {
    const asked = { values: emptyField, format: undefined, name: "", taken: new Set<string>() };
    expect(Object.keys(faultsOf(asked))).toEqual(["title", "name", "format"]);
    const lookup = { ...asked, values: { ...emptyField, title: "A", format: "lookup" }, name: "amount" };
    expect(
      faultsOf({ ...lookup, format: format("lookup", { target: true }), taken: new Set(["amount"]) }),
    ).toEqual({ name: words.takenName, target: words.missing(words.target) });
    const twice = {
      ...valuesOf(stage),
      options: valuesOf(stage).options.map((one) => ({ ...one, value: "x" })),
    };
    expect(faultsOf({ values: twice, format: formats[2], taken: new Set() })).toEqual({
      options: words.doubleValue,
    });
  });

  it("is shown where the server's refusal says", () => {
    const errors = {
      "properties.stage.options[1].value": ["An option is in use by 12 records"],
      "properties.stage.anyOf": ["No such object"],
      "properties.stage": ["Bad name"],
      "properties.stages.title": ["Of another field"],
      title: ["Of the object"],
    };
    expect(refusedOf(new ApiError(422, { errors }), "stage")).toEqual({
      options: "An option is in use by 12 records",
      target: "No such object",
      name: "Bad name",
    });
  });
});

describe("the draft of a field", () => {
  it("follows what others store, and says what both changed", () => {
    const { result, rerender } = renderHook(({ field }) => useFieldDraft(field), {
      initialProps: { field: { ...amount, help_text: "Net" } as typeof amount & { help_text?: string } },
    });
    act(() => result.current.set({ title: "Sum" }));
    rerender({ field: { ...amount, title: "Total", help_text: "Gross" } });
    expect(result.current.values).toMatchObject({ title: "Sum", help_text: "Gross" });
    expect(result.current.conflicts).toEqual(["title"]);
    act(() => result.current.drop(["title"]));
    expect(result.current.values.title).toBe("Total");
    expect(result.current.isDirty).toBe(false);
  });

  it("is none where one is back at what is stored", () => {
    const { result } = renderHook(() => useFieldDraft(amount));
    act(() => result.current.set({ title: "Sum" }));
    expect(result.current.isDirty).toBe(true);
    act(() => result.current.set({ title: "Amount" }));
    expect(result.current.isDirty).toBe(false);
  });
});

describe("a change on top of whatever others store", () => {
  beforeEach(() => vi.restoreAllMocks());

  it("is made anew of the newest version", async () => {
    const newer = { ...deal, version: 4, order: ["stage", "name", "amount"] };
    const patch = vi
      .spyOn(api, "patch")
      .mockRejectedValueOnce(new ApiError(412, {}))
      .mockResolvedValueOnce({ data: { ...newer, version: 5 }, headers: new Headers() });
    const take = vi.fn();
    const known = { definition: deal, again: () => Promise.resolve(newer), take };
    await insist(known, (now) => ({ order: moved(orderedFields(now), "name", 0) }));
    expect(patch.mock.calls.map(([, body, , version]) => [body, version])).toEqual([
      [{ order: ["name", "amount", "stage"] }, 3],
      [{ order: ["name", "stage", "amount"] }, 4],
    ]);
    expect(take).toHaveBeenCalledWith({ ...newer, version: 5 });
  });

  it("gives up on what is refused", async () => {
    vi.spyOn(api, "patch").mockRejectedValue(new ApiError(409, { detail: "Busy" }));
    const known = { definition: deal, again: () => Promise.resolve(deal), take: vi.fn() };
    await expect(insist(known, () => ({}))).rejects.toThrow("Busy");
  });
});

it("an address says what is shown of an object", () => {
  expect(objectSearch({ tab: "preview", field: "a", add: true, change: "j" })).toEqual({
    tab: "preview",
    field: "a",
    add: true,
    change: "j",
  });
  expect(objectSearch({ tab: "nonsense", field: 3, add: "yes", change: null })).toEqual({});
});

it("every format that an organization may use is described", () => {
  const undescribed = fieldTypes.map(({ name }) => name).filter((name) => textOfFormat(name) === "");
  expect(undescribed).toEqual([]);
});

it("new options have colors that are easy to tell apart, gray where all are taken", () => {
  expect(colorNames).toHaveLength(15);
  expect([freeColor([]), freeColor(["blue"]), freeColor(colorNames)]).toEqual(["blue", "green", "gray"]);
});
