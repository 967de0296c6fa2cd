import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { ObjectSchema } from "@/api";
import { fieldsOf } from "@/fields";
import { ColumnsSheet } from "./ColumnsSheet";
import { widthsOf } from "./columns";
import { widthsIn } from "./widths";

const property = (title: string, rest: object) => ({ title, modify: true, sort: true, ...rest });
const schema = {
  id: "s",
  api_name: "contact",
  title: "Contact",
  name_field: "name",
  required: [],
  properties: {
    name: property("Name", { type: "string", width: 150 }),
    email: property("Email", { type: "string", format: "email", width: 150 }),
  },
} as unknown as ObjectSchema;
const fields = fieldsOf(schema);

describe("the widths of columns", () => {
  it("are shares of the table until one was given a width, and pixels then", () => {
    const { each, all } = widthsOf(fields, {});
    expect(all).toBeUndefined();
    expect(each.every((width) => width.endsWith("%"))).toBe(true);
    const given = widthsOf(fields, { [fields[1]?.name ?? ""]: 333 });
    expect(given.each[1]).toBe("333px");
    expect(given.all).toBe(Number.parseInt(given.each[0] ?? "", 10) + 333 + 44 + 150);
  });

  it("are read from the person's settings, whatever stands there", () => {
    const settings = {
      list_widths: { contact: { name: 240.4, email: "wide", phone: 9999, age: 1 }, note: 7 },
    };
    expect(widthsIn(settings, "contact")).toEqual({ name: 240, phone: 800, age: 60 });
    expect(widthsIn(settings, "note")).toEqual({});
    expect(widthsIn(null, "contact")).toEqual({});
  });

  it("can be typed, within bounds; empty is the default", async () => {
    const onApply = vi.fn();
    const names = fields.map(({ name }) => name);
    const own = names[0] ?? "";
    render(
      <ColumnsSheet
        fields={fields}
        nameField={own}
        shown={names}
        usual={names}
        widths={{ [own]: 200 }}
        onApply={onApply}
        onClose={() => undefined}
      />,
    );
    const [first, second] = screen.getAllByLabelText(/^Width of .* in pixels$/);
    const apply = screen.getByRole("button", { name: "Apply" });
    expect((first as HTMLInputElement).value).toBe("200");
    await userEvent.type(second as HTMLElement, "20");
    await userEvent.click(apply);
    expect(second?.getAttribute("aria-invalid")).toBe("true");
    expect(onApply).not.toHaveBeenCalled();
    await userEvent.type(second as HTMLElement, "0");
    await userEvent.clear(first as HTMLElement);
    await userEvent.click(apply);
    expect(onApply).toHaveBeenCalledWith(names, { [names[1] ?? ""]: 200, [own]: null });
  });
});
