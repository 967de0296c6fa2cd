import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Property } from "@/api";
import { objectSchema } from "@/api/schema.test-env";
import { allParts } from "@/feature/part";
import { fieldType, kindOf } from "../registry";
import { specOf } from "../spec";
import { findLanguages } from "./languages";

const ids = (typed: string, current?: string) => findLanguages(typed, current).map(({ id }) => id);

describe("a language", () => {
  it("is found by its name, its own name, however it is accented, and its tag", () => {
    expect(ids("german")).toEqual(expect.arrayContaining(["de", "de-AT"]));
    expect(ids("deutsch")).toContain("de");
    expect(ids("francais")).toContain("fr");
    expect(ids("pt-br")).toEqual(["pt-BR"]);
    expect(ids("klingon")).toEqual([]);
  });

  it("stands first where it is the chosen one or a common one, and once", () => {
    const found = ids("", "sv-FI");
    expect(found.slice(0, 3)).toEqual(["sv-FI", "en", "es"]);
    expect(new Set(found).size).toBe(found.length);
  });
});

describe("a field that names a language", () => {
  const property: Property = { title: "Preferred Language", type: ["string", "null"], language: true };
  const field = specOf(objectSchema("contact"), "preferred_language", property);
  const { Edit, Cell, text } = fieldType(kindOf(property));

  beforeAll(async () => {
    await Promise.all(allParts().map((part) => part.preload()));
    Element.prototype.scrollIntoView = vi.fn();
  });

  it("reads as the language's name; what is no tag is shown as it is", () => {
    render(<Cell field={field} value="pt-BR" />);
    expect(screen.getByText("Brazilian Portuguese")).toBeTruthy();
    expect([text("en", field), text("??", field), text(null, field)]).toEqual(["English", "??", ""]);
  });

  it("is chosen by typing, never typed, and emptied where it may be", () => {
    const onChange = vi.fn();
    render(
      <Edit
        id="language"
        field={field}
        value="en"
        onChange={onChange}
        onBlur={vi.fn()}
        isInvalid={false}
        describedBy={undefined}
      />,
    );
    const box = screen.getByRole<HTMLInputElement>("combobox");
    expect(box.value).toBe("English");
    fireEvent.change(box, { target: { value: "japan" } });
    fireEvent.keyDown(box, { key: "Enter" });
    expect(onChange).toHaveBeenLastCalledWith("ja");
    fireEvent.change(box, { target: { value: "klingon" } });
    expect(screen.getByRole("status").textContent).toBe("There is no such language.");
    fireEvent.click(screen.getByRole("button", { name: "Remove English" }));
    expect(onChange).toHaveBeenLastCalledWith(null);
  });
});
