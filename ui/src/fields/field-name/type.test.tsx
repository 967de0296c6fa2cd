import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ObjectSchema } from "@/api";
import { schemasAtom, store } from "@/store";
import { Beside } from "../beside";
import type { FieldSpec } from "../contract";
import { fieldType } from "./type";

const field = {
  name: "field_api_name",
  title: "Field",
  kind: "field-name",
  property: { title: "Field", type: "string", names_field: { object: "object", formats: ["picklist"] } },
  isRequired: true,
  isNullable: false,
} as unknown as FieldSpec;

const deal = {
  api_name: "deal",
  title: "Deal",
  properties: {
    name: { title: "Name", type: "string" },
    stage: { title: "Stage", type: "string", format: "picklist" },
    source: { title: "Source", type: "string", format: "picklist" },
  },
} as unknown as ObjectSchema;

beforeEach(() => store.set(schemasAtom, [deal]));

function show(object: unknown, value: unknown = null) {
  const onChange = vi.fn();
  render(
    <Beside value={(name) => (name === "object" ? object : undefined)}>
      <fieldType.Edit
        id="field"
        field={field}
        value={value}
        onChange={onChange}
        onBlur={vi.fn()}
        isInvalid={false}
        describedBy={undefined}
      />
    </Beside>,
  );
  return onChange;
}

const offered = () => screen.getAllByRole("option").map((option) => option.textContent);

it("offers the fields of the object that stands beside it", async () => {
  const onChange = show({ api_name: "deal", title: "Deal" });
  expect(offered()).toEqual(["Choose…", "Stage", "Source"]);
  await userEvent.selectOptions(screen.getByRole("combobox"), "Source");
  expect(onChange).toHaveBeenCalledWith("source");
});

it("asks for the object first", () => {
  show(null);
  expect(offered()).toEqual(["Choose an object first"]);
});

it("keeps a name that is no field any more", () => {
  show("deal", "gone");
  expect(offered()).toEqual(["gone", "Stage", "Source"]);
  expect((screen.getByRole("combobox") as HTMLSelectElement).value).toBe("gone");
});

it("takes any text for an object that this person is told nothing of", () => {
  show("secret", "level");
  expect((screen.getByRole("textbox") as HTMLInputElement).value).toBe("level");
});
