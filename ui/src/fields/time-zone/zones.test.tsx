import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Property } from "@/api";
import { objectSchema } from "@/api/schema.test-env";
import { allParts } from "@/feature/part";
import { browserZone } from "@/lib/zone";
import { fieldType, kindOf } from "../registry";
import { specOf } from "../spec";
import { findZones, zoneOf } from "./zones";

const ids = (typed: string, current?: string) => findZones(typed, current).map(({ id }) => id);

describe("a zone", () => {
  const winter = new Date("2026-01-15T12:00:00Z");
  const summer = new Date("2026-07-15T12:00:00Z");

  it.each([
    ["America/New_York", winter, "New York", "America", "UTC−05:00"],
    ["America/New_York", summer, "New York", "America", "UTC−04:00"],
    ["America/Indiana/Knox", winter, "Knox, Indiana", "America", "UTC−06:00"],
    ["Asia/Kathmandu", winter, "Kathmandu", "Asia", "UTC+05:45"],
    ["UTC", winter, "UTC", "", "UTC"],
    ["Mars/Olympus", winter, "Olympus", "Mars", ""],
  ])("%s at %s is told by its city and its offset then", (id, at, city, area, offset) => {
    expect(zoneOf(id, at)).toEqual({ id, city, area, offset });
  });

  it("is found by its city, however it is written, its area, its offset and what its time is called", () => {
    expect(ids("new york")).toEqual(["America/New_York"]);
    expect(ids("NEW_YORK")).toEqual(["America/New_York"]);
    expect(ids("são paulo")).toEqual(["America/Sao_Paulo"]);
    expect(ids("europe ber")).toContain("Europe/Berlin");
    expect(ids("eastern time")).toContain("America/New_York");
    expect(ids("+05:45").some((id) => /Kathmandu|Katmandu/.test(id))).toBe(true);
    expect(ids("olympus")).toEqual([]);
  });

  it("stands first where it is the chosen one, the browser's or one of the most common, and once", () => {
    const found = ids("", "Europe/Berlin");
    const first = ["Europe/Berlin", browserZone(), "America/New_York", "America/Chicago", "America/Denver"];
    expect(found.slice(0, new Set(first).size)).toEqual([...new Set(first)]);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toContain("UTC");
  });

  it("is offered by another name where that was chosen", () => {
    expect(ids("", "US/Eastern")[0]).toBe("US/Eastern");
    expect(ids("us/east", "US/Eastern")).toEqual(["US/Eastern"]);
  });
});

describe("a field that names a zone", () => {
  const property: Property = { title: "Time Zone", type: ["string", "null"], time_zone: true };
  const field = specOf(objectSchema("user"), "time_zone", property);

  beforeAll(async () => {
    await Promise.all(allParts().map((part) => part.preload()));
    Element.prototype.scrollIntoView = vi.fn();
  });

  function edit(value: unknown) {
    const onChange = vi.fn();
    const { Edit } = fieldType(kindOf(property));
    render(
      <Edit
        id="zone"
        field={field}
        value={value}
        onChange={onChange}
        onBlur={vi.fn()}
        isInvalid={false}
        describedBy={undefined}
      />,
    );
    return { box: screen.getByRole<HTMLInputElement>("combobox"), onChange };
  }

  it("is chosen by typing, never typed", () => {
    const { box, onChange } = edit("Europe/Berlin");
    expect(box.value).toBe("Europe/Berlin");
    fireEvent.change(box, { target: { value: "tokyo" } });
    expect(screen.getByRole("option").textContent).toMatch(/^TokyoAsiaUTC\+09:00$/);
    fireEvent.keyDown(box, { key: "Enter" });
    expect(onChange).toHaveBeenLastCalledWith("Asia/Tokyo");
    fireEvent.change(box, { target: { value: "olympus" } });
    expect(screen.getByRole("status").textContent).toBe("There is no such time zone.");
    fireEvent.keyDown(box, { key: "Enter" });
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it("reads as people call its time, with its city; what is no zone stays as it is", () => {
    const { text } = fieldType(kindOf(property));
    expect(["America/Los_Angeles", "America/New_York", "UTC", "soon"].map((id) => text(id, field))).toEqual([
      "Pacific Time (Los Angeles)",
      "Eastern Time (New York)",
      "UTC",
      "soon",
    ]);
  });

  it("is emptied where it may be", () => {
    const { onChange } = edit("Europe/Berlin");
    fireEvent.click(screen.getByRole("button", { name: "Remove Europe/Berlin" }));
    expect(onChange).toHaveBeenLastCalledWith(null);
  });
});
