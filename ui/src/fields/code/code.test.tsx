import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { allParts } from "@/feature/part";
import { specOf } from "../spec";
import { fieldType } from "./type";

beforeAll(async () => {
  await Promise.all(allParts().map((one) => one.preload())); // editors are loaded when they are needed
});

const schema = { api_name: "thing", title: "Thing", name_field: "name", required: [], properties: {} };
const rights = { create: true, read: true, update: true, delete: true };
const field = specOf({ ...schema, rights }, "code", {
  title: "Code",
  type: ["string", "null"],
  format: "code",
});
const program = "\n  if (a) {\n\treturn b;\n  }\n";

it("is shown and edited with all its white space, and nothing corrects it", () => {
  const { View, Edit } = fieldType;
  const onChange = vi.fn();
  const { container } = render(
    <>
      <View field={field} value={program} />
      <Edit
        id="code"
        field={field}
        value={program}
        onChange={onChange}
        onBlur={vi.fn()}
        isInvalid={false}
        describedBy={undefined}
      />
    </>,
  );
  expect(container.querySelector("pre")?.textContent).toBe(program);
  const control = screen.getByRole<HTMLTextAreaElement>("textbox");
  expect(control.value).toBe(program);
  for (const [name, value] of [
    ["spellcheck", "false"],
    ["autocorrect", "off"],
    ["autocapitalize", "off"],
  ] as const) {
    expect(control.getAttribute(name), name).toBe(value);
  }
  fireEvent.change(control, { target: { value: "  x " } });
  expect(onChange).toHaveBeenLastCalledWith("  x ");
});

it("stands in a list by its first line", () => {
  const { Cell } = fieldType;
  const { container } = render(<Cell field={field} value={program} />);
  expect(container.textContent).toBe("if (a) {");
});
