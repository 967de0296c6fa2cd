import { readdirSync } from "node:fs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { fieldTypes } from "@/api/generated/fieldTypes";
import { colors } from "@/components/Pill/colors";
import { allParts } from "@/feature/part";
import { claimedBy, fieldType, kinds } from "./registry";
import { specOf } from "./spec";

const propertyOf = (type: (typeof fieldTypes)[number]) => ({
  title: "Trait",
  type: [type.type, "null"],
  ...(type.format === "" ? {} : { format: type.format }),
  ...(type.name === "enum" || type.name === "multi-picklist" ? { enum: ["Open", "Closed"] } : {}),
});

describe.each(fieldTypes)("the server's type $name", (type) => {
  const property = propertyOf(type);
  const kind = claimedBy(property);

  it("has a folder that shows it", () => {
    expect(kind, `no folder of fields shows ${type.type} ${type.format}`).toBeDefined();
  });

  it("has every part", () => {
    const parts = fieldType(kind ?? "");
    const missing = ["View", "Cell", "Edit", "text", "width", "firstSort"].filter((part) => !(part in parts));
    expect(missing, `fields/${kind} lacks a part`).toEqual([]);
  });

  it("is sorted by where the server sorts by it", () => {
    expect(fieldType(kind ?? "").firstSort !== "none").toBe(type.isSortable);
  });

  it("shows the server's example, and nothing, and is edited", async () => {
    await Promise.all(allParts().map((one) => one.preload())); // what few fields need is loaded later
    const { View, Cell, Edit, text } = fieldType(kind ?? "");
    const schema = { api_name: "thing", title: "Thing", name_field: "name", required: [], properties: {} };
    const rights = { create: true, read: true, update: true, delete: true };
    const field = specOf({ ...schema, rights }, "trait", property);
    expect(text(type.example, field)).not.toBe("");
    expect(text(null, field)).toBe("");
    for (const [id, value] of [
      ["filled", type.example],
      ["empty", null],
    ] as const) {
      render(
        <QueryClientProvider client={new QueryClient()}>
          <div data-testid={id}>
            <View field={field} value={value} />
            <Cell field={field} value={value} />
          </div>
          <Edit
            id={`edit-${id}`}
            field={field}
            value={value}
            onChange={vi.fn()}
            onBlur={vi.fn()}
            isInvalid={false}
            describedBy={undefined}
          />
        </QueryClientProvider>,
      );
      expect(screen.getByTestId(id).textContent, "what is shown").not.toBe("");
      expect(document.getElementById(`edit-${id}`), "the control that the label belongs to").not.toBeNull();
    }
  });
});

it("has no folder without a kind, and none that nothing of the server needs", () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  expect([...kinds.keys()].sort()).toEqual(folders.sort());
  const units = [
    { title: "Trait", type: "integer", unit: "seconds" },
    { title: "Trait", type: "string", format: "enum", enum: [...colors] },
    { title: "Trait", type: "string", names_field: { object: "object", formats: ["picklist"] } },
    { title: "Trait", type: "string", time_zone: true },
    { title: "Trait", type: "string", language: true },
  ];
  const asked = [...fieldTypes.map(propertyOf), ...units];
  expect([...new Set(asked.map(claimedBy))].sort()).toEqual(folders);
});

describe("a number that counts seconds", () => {
  it("is written as clocks write it", () => {
    const kind = claimedBy({ title: "Duration", type: ["integer", "null"], unit: "seconds" });
    expect(kind).toBe("duration");
    expect(claimedBy({ title: "Age", type: "integer" })).toBe("number");
    expect(fieldType(kind ?? "").text(3_723, {} as never)).toBe("1:02:03");
    expect(fieldType(kind ?? "").text(null, {} as never)).toBe("");
  });
});
