import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import type { Property } from "@/api";
import { allParts } from "@/feature/part";
import { fieldType, kindOf } from "./registry";
import { specOf } from "./spec";

beforeAll(async () => {
  await Promise.all(allParts().map((one) => one.preload())); // editors are loaded when they are needed
});

function edited(property: Property, value: unknown) {
  const { Edit } = fieldType(kindOf(property));
  const schema = { api_name: "thing", title: "Thing", name_field: "name", required: [], properties: {} };
  const rights = { create: true, read: true, update: true, delete: true };
  const onChange = vi.fn();
  const field = specOf({ ...schema, rights }, "trait", property);
  const rest = { id: "x", onBlur: vi.fn(), isInvalid: false, describedBy: undefined };
  render(
    <>
      <label htmlFor="x">Trait</label>
      <Edit field={field} value={value} onChange={onChange} {...rest} />
    </>,
  );
  return { control: screen.getByLabelText<HTMLInputElement>("Trait"), onChange };
}

const day: Property = { title: "Day", type: ["string", "null"], format: "date" };

it("gives the time that was chosen", () => {
  const { control, onChange } = edited({ title: "Time", type: "string", format: "time" }, "14:30");
  expect(control.type).toBe("time");
  fireEvent.change(control, { target: { value: "09:05" } });
  expect(onChange).toHaveBeenLastCalledWith("09:05");
});

it("gives the day that was chosen, and null for none", () => {
  const { control, onChange } = edited(day, "2026-03-09");
  expect(control.type).toBe("date");
  expect(control.value).toBe("2026-03-09");
  fireEvent.change(control, { target: { value: "2026-03-10" } });
  expect(onChange).toHaveBeenLastCalledWith("2026-03-10");
  fireEvent.change(control, { target: { value: "" } });
  expect(onChange).toHaveBeenLastCalledWith(null);
});

it("doesn't take a day that is half filled in for none", () => {
  const { control, onChange } = edited(day, null);
  fireEvent.keyUp(control);
  expect(onChange).not.toHaveBeenCalled();
  Object.defineProperty(control, "validity", { value: { badInput: true } });
  fireEvent.keyUp(control);
  expect(onChange).toHaveBeenLastCalledWith("", "Enter a complete date: day, month and year.");
});
