import { readFileSync } from "node:fs";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Property } from "@/api";
import { objectSchema } from "@/api/schema.test-env";
import { allParts } from "@/feature/part";
import { fieldType, kindOf } from "../registry";
import { specOf } from "../spec";

const options = [
  { value: "new", label: "New lead", color: "blue", active: true },
  { value: "won", label: "Won", color: "green", active: true },
  { value: "no-answer", active: true },
  { value: "old", label: "Long ago", color: "gray", active: false },
];
const one: Property = { title: "Stage", type: ["string", "null"], format: "picklist", options };
const many: Property = { ...one, type: ["array", "null"], format: "multi-picklist" };
const specify = (property: Property) => specOf(objectSchema("deal"), "stage", property);

beforeAll(async () => {
  await Promise.all(allParts().map((part) => part.preload())); // editors are loaded when they are needed
  Element.prototype.scrollIntoView = vi.fn(); // the test's page has no size to scroll in
});

function edited(property: Property, value: unknown) {
  const onChange = vi.fn();
  const rest = { onBlur: vi.fn(), isInvalid: false, describedBy: undefined };
  const { Edit } = fieldType(kindOf(property));
  render(<Edit id="stage" field={specify(property)} value={value} onChange={onChange} {...rest} />);
  return { box: screen.getByRole<HTMLInputElement>("combobox"), onChange };
}

describe("options that somebody made", () => {
  it.each([one, { ...one, format: "enum" }])(
    "are shown in words and in their colours ($format)",
    (property) => {
      const field = specify(property);
      const { View, Cell, text } = fieldType(field.kind);
      render(
        <>
          <View field={field} value="new" />
          <Cell field={field} value="no-answer" />
        </>,
      );
      expect(screen.getByText("New lead").className).toContain("option-blue");
      expect(screen.getByText("No answer").className).toContain("text-warning");
      expect(text("won", field)).toBe("Won");
    },
  );

  it("are chips in the field that holds several of them", () => {
    const field = specify(many);
    const { View, text } = fieldType(field.kind);
    render(<View field={field} value={["won", "old"]} />);
    expect(screen.getByText("Won").className).toContain("option-green");
    expect(screen.getByText("Long ago").className).toContain("option-gray");
    expect(text(["won", "new"], field)).toBe("Won, New lead");
  });

  it("are chosen by typing, and those that are out of use are not offered", () => {
    const { box, onChange } = edited(one, "new");
    expect(box.value).toBe("New lead");
    fireEvent.keyDown(box, { key: "ArrowDown" });
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "New lead",
      "Won",
      "No answer",
    ]);
    fireEvent.change(box, { target: { value: "wo" } });
    fireEvent.keyDown(box, { key: "Enter" });
    expect(onChange).toHaveBeenLastCalledWith("won");
    fireEvent.click(screen.getByRole("button", { name: "Remove New lead" }));
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it("stay where a record holds one that is out of use", () => {
    const { box, onChange } = edited(one, "old");
    expect(box.value).toBe("Long ago");
    fireEvent.change(box, { target: { value: "nothing of it" } });
    expect(screen.getByRole("status").textContent).toBe("No matching options.");
    fireEvent.keyDown(box, { key: "Enter" });
    expect(onChange).not.toHaveBeenCalled();
  });
});

const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

it("every colour of options is legible on its ground in both themes (WCAG AA)", () => {
  const css = readFileSync("src/app/tokens.css", "utf8");
  const found = [
    ...css.matchAll(
      /\.option-(\w+) \{\s+--option: light-dark\((\S+), (\S+)\);\s+--option-soft: light-dark\((\S+), (\S+)\);/g,
    ),
  ];
  expect(found).toHaveLength(15);
  for (const [, name, ...colors] of found) {
    const [light = 0, dark = 0, onLight = 0, onDark = 0] = colors.map(luminance);
    const ratios = [(onLight + 0.05) / (light + 0.05), (dark + 0.05) / (onDark + 0.05)];
    expect(Math.min(...ratios), name).toBeGreaterThan(4.5);
  }
});
