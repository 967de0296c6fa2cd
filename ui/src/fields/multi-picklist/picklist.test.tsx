import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { allParts } from "@/feature/part";
import { specOf } from "../spec";
import { fieldType } from "./type";

const schema = { api_name: "thing", title: "Thing", name_field: "name", required: [], properties: {} };
const rights = { create: true, read: true, update: true, delete: true };
const field = specOf({ ...schema, rights }, "system", {
  title: "Rights",
  type: ["array", "null"],
  format: "multi-picklist",
  enum: ["import", "export", "mass_update"],
});

beforeAll(async () => {
  await Promise.all(allParts().map((one) => one.preload())); // editors are loaded when they are needed
  Element.prototype.scrollIntoView = vi.fn(); // the test's page has no size to scroll in
});

function edited(value: unknown) {
  const onChange = vi.fn();
  const rest = { onBlur: vi.fn(), isInvalid: false, describedBy: undefined };
  const { Edit } = fieldType;
  render(<Edit id="rights" field={field} value={value} onChange={onChange} {...rest} />);
  return { box: screen.getByRole("combobox"), onChange };
}

it("offers what is not chosen, and adds it last by the keyboard alone", () => {
  const { box, onChange } = edited(["mass_update"]);
  fireEvent.keyDown(box, { key: "ArrowDown" });
  expect(screen.getAllByRole("option").map((one) => one.textContent)).toEqual(["Import", "Export"]);
  fireEvent.change(box, { target: { value: "EX" } });
  fireEvent.keyDown(box, { key: "Enter" });
  expect(onChange).toHaveBeenLastCalledWith(["mass_update", "export"]);
});

it("takes none that is not declared", () => {
  const { box, onChange } = edited(null);
  fireEvent.change(box, { target: { value: "root" } });
  fireEvent.keyDown(box, { key: "Enter" });
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByRole("status").textContent).toBe("No more matching options.");
});

it("takes the last out by Backspace, and any by its cross", () => {
  const { box, onChange } = edited(["export", "import"]);
  fireEvent.keyDown(box, { key: "Backspace" });
  expect(onChange).toHaveBeenLastCalledWith(["export"]);
  fireEvent.click(screen.getByRole("button", { name: "Remove Export" }));
  expect(onChange).toHaveBeenLastCalledWith(["import"]);
});
