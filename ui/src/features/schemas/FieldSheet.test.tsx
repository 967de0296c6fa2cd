import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, api } from "@/api";
import { objectSchema } from "@/api/schema.test-env";
import { allParts } from "@/feature/part";
import { unsavedWork } from "@/lib/unsaved";
import { schemasAtom, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import type { Definition, Format } from "./api";
import { FieldSheet } from "./FieldSheet";

const formats: Format[] = [
  { format: "text", type: "string", title: "Text", unique: true, default: true, max_length: true },
  { format: "integer", type: "integer", title: "Integer", unit: true, default: true },
  { format: "lookup", type: "object", title: "Lookup", target: true },
  { format: "encrypted", type: "string", title: "Encrypted", sensitive: true },
  { format: "json", type: "object", title: "JSON", held: true },
  {
    format: "enum",
    type: "string",
    title: "Enum",
    options: true,
    options_needed: true,
    default: true,
    convertible_to: ["text"],
  },
];
const deal: Definition = {
  api_name: "deal",
  title: "Deal",
  custom: true,
  version: 3,
  name_field: "name",
  order: ["name", "stage", "code"],
  properties: {
    name: { title: "Name", format: "text", required: true },
    stage: {
      title: "Stage",
      format: "enum",
      custom: true,
      options: [
        { value: "new", label: "New", color: "blue", active: true },
        { value: "won", label: "Won", color: "green", active: true },
      ],
    },
    code: { title: "Code", format: "text", custom: true },
  },
  retired: [],
};

let onSaved: ReturnType<typeof vi.fn<() => void>>;
let onClose: ReturnType<typeof vi.fn<() => void>>;
let theirs: Definition;

function Page({ name }: { name?: string }) {
  const [definition, setDefinition] = useState(deal);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FieldSheet
        definition={definition}
        formats={formats}
        name={name}
        again={() => {
          setDefinition(theirs);
          return Promise.resolve(theirs);
        }}
        take={setDefinition}
        onClose={onClose}
        onSaved={onSaved}
      />
    </QueryClientProvider>
  );
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const chooseFormat = (typed: string) => {
  const format = screen.getByRole("combobox", { name: "Format" });
  fireEvent.change(format, { target: { value: typed } });
  fireEvent.keyDown(format, { key: "Enter" });
};
const patched = () => vi.mocked(api.patch).mock.calls.at(-1)?.[1];
const answer = (definition: Definition) => ({ data: definition, headers: new Headers() });

beforeAll(async () => {
  await Promise.all(allParts().map((part) => part.preload()));
  Element.prototype.scrollIntoView = vi.fn(); // the test's page has no size to scroll in
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = vi.fn();
});

beforeEach(() => {
  vi.restoreAllMocks();
  onSaved = vi.fn();
  onClose = vi.fn();
  theirs = { ...deal, version: 4 };
  signIn({ user: { is_superuser: true } });
  store.set(schemasAtom, [
    objectSchema("deal", { title: "Deal" }),
    objectSchema("contact", { title: "Contact" }),
  ]);
  vi.spyOn(api, "patch").mockResolvedValue(answer({ ...deal, version: 4 }));
});

describe("a new field", () => {
  it("is named by its title, says what is missing, and has what its format needs", async () => {
    render(<Page />);
    fireEvent.change(box("Title"), { target: { value: "Key account" } });
    expect(box("API name").value).toBe("key_account");
    press("Add field");
    expect(screen.getByText("Format is missing")).toBeTruthy();
    chooseFormat("another record"); // found by what it is good for
    press("Add field");
    expect(screen.getByText("Refers to is missing")).toBeTruthy();
    expect(api.patch).not.toHaveBeenCalled();
    fireEvent.change(screen.getByRole("combobox", { name: "Refers to" }), { target: { value: "contact" } });
    fireEvent.change(box("API name"), { target: { value: "account" } });
    press("Add field");
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(api.patch).toHaveBeenCalledWith("/v1/schema/deal", expect.anything(), undefined, 3);
    expect(patched()).toEqual({
      properties: {
        account: { title: "Key account", format: "lookup", anyOf: [{ schema_api_name: "contact" }] },
      },
    });
    expect(unsavedWork()).toEqual([]);
  });

  it("has options that are added by Enter, named by their labels, and moved by Alt and an arrow", async () => {
    render(<Page />);
    fireEvent.change(box("Title"), { target: { value: "Level" } });
    chooseFormat("enum");
    press("Add field");
    expect(screen.getByText("Options are missing")).toBeTruthy();
    press("Add option");
    fireEvent.change(box("Label of option 1"), { target: { value: "Gold plan" } });
    fireEvent.keyDown(box("Label of option 1"), { key: "Enter" });
    expect(document.activeElement).toBe(box("Label of option 2"));
    fireEvent.change(box("Label of option 2"), { target: { value: "Gold plan" } });
    expect(screen.getAllByDisplayValue(/^gold_plan/)).toHaveLength(2); // never the same twice
    fireEvent.keyDown(box("Label of option 2"), { key: "ArrowUp", altKey: true });
    fireEvent.change(box("Label of option 1"), { target: { value: "Basic" } });
    fireEvent.keyDown(box("Label of option 2"), { key: "Enter" }); // the third stays empty and is none
    press("Add field");
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(patched()).toEqual({
      properties: {
        level: {
          title: "Level",
          format: "enum",
          options: [
            { value: "basic", label: "Basic", color: "green", active: true },
            { value: "gold_plan", label: "Gold plan", color: "blue", active: true },
          ],
        },
      },
    });
  });

  it("takes no name that there is", () => {
    render(<Page />);
    fireEvent.change(box("API name"), { target: { value: "stage" } });
    expect(screen.getByText("This name is already in use.")).toBeTruthy();
    fireEvent.change(box("API name"), { target: { value: "Not this" } });
    expect(screen.getByText(/^Use lowercase letters/)).toBeTruthy();
  });
});

describe("what few fields need", () => {
  it("is said of a secret: what it holds, and that programs alone set it", async () => {
    render(<Page />);
    fireEvent.change(box("Title"), { target: { value: "Door code" } });
    chooseFormat("encrypted");
    press("More");
    const holds = screen.getByRole("combobox", { name: "Value type" });
    expect([...holds.querySelectorAll("option")].map((one) => one.textContent)).toEqual([
      "Text",
      "Data (JSON)",
    ]);
    fireEvent.change(holds, { target: { value: "json" } });
    fireEvent.click(screen.getByRole("checkbox", { name: "Read-only" }));
    press("Add field");
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(patched()).toEqual({
      properties: { door_code: { title: "Door code", format: "encrypted", holds: "json", modify: false } },
    });
  });
});

describe("a new field by who administers an app", () => {
  const add = (title: string) => {
    fireEvent.change(box("Title"), { target: { value: title } });
    chooseFormat("text");
    press("Add field");
  };

  it("belongs to the app without a question", async () => {
    signIn({ administers: ["ours"] });
    render(<Page />);
    expect(screen.queryByRole("combobox", { name: "App" })).toBeNull();
    add("Level");
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(patched()).toEqual({ properties: { level: { title: "Level", format: "text", app: "ours" } } });
  });

  it("belongs to the one of several that he chooses", async () => {
    signIn({ administers: ["ours", "another"] });
    const rows = [
      { id: "another", name: "Another" },
      { id: "ours", name: "Ours" },
    ];
    vi.spyOn(api, "get").mockResolvedValue({ data: { data: rows }, headers: new Headers() });
    render(<Page />);
    await screen.findByRole("option", { name: "Another" });
    fireEvent.change(screen.getByRole("combobox", { name: "App" }), { target: { value: "another" } });
    add("Level");
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(patched()).toEqual({ properties: { level: { title: "Level", format: "text", app: "another" } } });
  });
});

describe("a field that is stored", () => {
  it("says what a change means for records, and is changed by what differs alone", async () => {
    render(<Page name="stage" />);
    chooseFormat("text");
    fireEvent.click(screen.getByRole("checkbox", { name: "Unique" }));
    const meaning = screen
      .getAllByRole("status")
      .map((one) => one.textContent)
      .join();
    expect(meaning).toContain("converted from Fixed choice to Text");
    expect(meaning).toContain("If two records share a value");
    press("Save");
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(patched()).toEqual({ properties: { stage: { format: "text", options: null, unique: true } } });
  });

  it("has what the server refuses at its place, and all that was entered", async () => {
    const errors = { "properties.stage.options": ["12 records have Won: take it out of the offer instead"] };
    vi.spyOn(api, "patch").mockRejectedValue(new ApiError(422, { errors }));
    render(<Page name="stage" />);
    press("Remove Won");
    press("Save");
    expect(await screen.findByText(errors["properties.stage.options"][0] ?? "")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Remove Won" })).toBeNull();
    expect(onSaved).not.toHaveBeenCalled();
  });

  it("is stored over what somebody else stored only when one has seen that", async () => {
    const { name, code } = deal.properties;
    if (!(name && code)) {
      throw new Error("the test's object has these");
    }
    theirs = {
      ...deal,
      version: 4,
      properties: { name, code: { ...code, title: "Reference", help_text: "As on the offer" } },
    };
    const refusal = new ApiError(412, { detail: "Meanwhile Dana Whitfield changed code, -stage." });
    vi.spyOn(api, "patch")
      .mockRejectedValueOnce(refusal)
      .mockResolvedValueOnce(answer({ ...theirs, version: 5 }));
    render(<Page name="code" />);
    fireEvent.change(box("Title"), { target: { value: "Number" } });
    press("Save");
    const told = await screen.findByText(/Meanwhile Dana Whitfield changed code/);
    expect(
      within(told.parentElement ?? told)
        .getAllByRole("listitem")
        .map((one) => one.textContent),
    ).toEqual(["Stage was retired", "Reference: title, help text"]);
    expect(screen.getByText(/Someone else changed title/)).toBeTruthy();
    expect(box("Title").value).toBe("Number");
    expect(box("Help text").value).toBe("As on the offer");
    press("Save");
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(api.patch).toHaveBeenLastCalledWith(
      "/v1/schema/deal",
      { properties: { code: { title: "Number" } } },
      undefined,
      4,
    );
  });

  it("takes what somebody else stored where one wants that", async () => {
    const { code } = deal.properties;
    theirs = {
      ...deal,
      properties: { ...deal.properties, code: { ...code, title: "Reference", format: "text" } },
    };
    vi.spyOn(api, "patch").mockRejectedValue(new ApiError(412, { detail: "Meanwhile." }));
    render(<Page name="code" />);
    fireEvent.change(box("Title"), { target: { value: "Number" } });
    press("Save");
    fireEvent.click(await screen.findByRole("button", { name: "Take theirs" }));
    expect(box("Title").value).toBe("Reference");
    expect(unsavedWork()).toEqual([]);
  });

  it("that somebody retired meanwhile keeps what was entered, and can't be stored", async () => {
    const { stage: _, ...rest } = deal.properties;
    theirs = { ...deal, properties: rest };
    vi.spyOn(api, "patch").mockRejectedValue(new ApiError(412, { detail: "Meanwhile." }));
    render(<Page name="stage" />);
    fireEvent.change(box("Title"), { target: { value: "Step" } });
    press("Save");
    expect(await screen.findByText("Someone else retired this field.")).toBeTruthy();
    expect(box("Title").value).toBe("Step");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  });

  it("of the product is shown and stays", () => {
    store.set(schemasAtom, [objectSchema("deal")]);
    const product = { ...deal, custom: false };
    render(
      <FieldSheet
        definition={product}
        formats={formats}
        name="name"
        again={() => Promise.resolve(product)}
        take={vi.fn()}
        onClose={onClose}
        onSaved={onSaved}
      />,
    );
    expect(screen.getByText("Built-in fields can't be changed.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(box("Title").closest("fieldset")?.disabled).toBe(true);
  });

  it("of others is shown to who administers an app, and stays", () => {
    signIn({ administers: ["ours"] });
    render(<Page name="code" />);
    expect(screen.getByText(/^This field belongs to another app/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(box("Title").closest("fieldset")?.disabled).toBe(true);
  });

  it("is not closed over what was entered without a question", () => {
    render(<Page name="code" />);
    const dialog = screen.getByRole("dialog");
    act(() => fireEvent.change(box("Help text"), { target: { value: "As on the offer" } }));
    expect(unsavedWork()).toHaveLength(1);
    fireEvent.keyDown(dialog, { key: "Escape" });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Discard" }));
    expect(onClose).toHaveBeenCalled();
    expect(unsavedWork()).toEqual([]);
  });
});
