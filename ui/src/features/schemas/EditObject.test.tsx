import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "@/api";
import type { Definition, Format } from "./api";
import { saidOf } from "./difference";
import { EditObject } from "./EditObject";
import { changeOf } from "./objectEdits";
import { tellChanges } from "./told";

const formats: Format[] = [
  { format: "text", type: "string", title: "Text", search: true, duplicates: true },
  { format: "phone", type: "object", title: "Phone", search: true, duplicates: true },
  { format: "text-area", type: "string", title: "Text Area", search: true },
];
const deal: Definition = {
  api_name: "deal",
  title: "Deal",
  plural: "Deals",
  custom: true,
  version: 3,
  name_field: "name",
  order: ["name", "phone", "mobile", "code", "notes"],
  duplicate_fields: ["phone", "mobile"],
  track_history: true,
  properties: {
    name: { title: "Name", format: "text" },
    phone: { title: "Phone", format: "phone" },
    mobile: { title: "Mobile", format: "phone" },
    code: { title: "Code", format: "text" },
    notes: { title: "Notes", format: "text-area" },
  },
};

function edit(definition: Definition) {
  const patch = vi.spyOn(api, "patch").mockResolvedValue({ data: definition, headers: new Headers() });
  const again = () => Promise.resolve(definition);
  const onClose = vi.fn();
  render(
    <EditObject definition={definition} formats={formats} again={again} take={vi.fn()} onClose={onClose} />,
  );
  return { patch, onClose };
}
const duplicates = (title: string) => screen.getByRole("checkbox", { name: `Find duplicates by: ${title}` });
const history = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Track history" });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("the fields that duplicates are found by", () => {
  it("are chosen among those that can be compared", async () => {
    const { patch, onClose } = edit(deal);
    expect(screen.queryByRole("checkbox", { name: "Find duplicates by: Notes" })).toBeNull();
    fireEvent.click(duplicates("Code"));
    fireEvent.click(duplicates("Mobile"));
    press("Save");
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(patch.mock.calls[0]?.[1]).toEqual({ duplicate_fields: ["phone", "code"] });
  });

  it("are those of phone numbers, whichever these will be, where they alone are chosen", () => {
    const chosen = { ...deal, duplicate_fields: ["code"] };
    expect(changeOf(chosen, { duplicate_fields: ["mobile", "phone"] }).patch).toEqual({
      duplicate_fields: null,
    });
    expect(changeOf(chosen, { duplicate_fields: [] }).patch).toEqual({ duplicate_fields: [] });
    expect(changeOf(deal, { duplicate_fields: ["mobile", "phone"] }).patch).toEqual({});
  });

  it("are ten at the most", () => {
    const names = Array.from({ length: 11 }, (_, at) => `code_${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { title: name, format: "text" }]));
    edit({ ...deal, order: names, properties, duplicate_fields: names.slice(0, 9) });
    expect(duplicates("code_10")).toHaveProperty("disabled", false);
    fireEvent.click(duplicates("code_9"));
    expect(duplicates("code_10")).toHaveProperty("disabled", true);
    expect(duplicates("code_0")).toHaveProperty("disabled", false);
  });
});

describe("the history", () => {
  it("is switched off after a question that says what it means", async () => {
    const { patch, onClose } = edit(deal);
    fireEvent.click(history());
    expect(screen.getByText(/New changes are not recorded/)).toBeTruthy();
    press("Save");
    const asked = screen.getByRole("dialog", { name: "Stop tracking history for deals?" });
    expect(asked.textContent).toContain("Existing history stays readable");
    fireEvent.click(within(asked).getByRole("button", { name: "Cancel" }));
    expect(patch).not.toHaveBeenCalled();
    expect(history().checked).toBe(false);
    press("Save");
    press("Stop tracking");
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(patch.mock.calls[0]?.[1]).toEqual({ track_history: false });
  });

  it("is switched on again with a word about what happened meanwhile", async () => {
    const { patch, onClose } = edit({ ...deal, track_history: false });
    fireEvent.click(history());
    expect(screen.getByText(/made while history was off are unknown/)).toBeTruthy();
    press("Save");
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(patch.mock.calls[0]?.[1]).toEqual({ track_history: true });
  });

  it("of what has to tell who changed what can't be switched off", () => {
    edit({ ...deal, history_stays: true });
    expect(screen.queryByRole("checkbox", { name: "Track history" })).toBeNull();
    expect(screen.getByText(/is always tracked/)).toBeTruthy();
  });
});

it("the audit and what others changed meanwhile name both", () => {
  expect(saidOf("duplicate_fields", null)).toBe("All phone numbers");
  expect(saidOf("duplicate_fields", ["code", "mail"])).toBe("code, mail");
  expect(saidOf("duplicate_fields", [])).toBe("No Value");
  expect(saidOf("track_history", false)).toBe("No");
  expect(tellChanges(deal, { ...deal, track_history: false, duplicate_fields: [] }, formats)).toEqual([
    "Duplicate fields",
    "History tracking",
  ]);
});
