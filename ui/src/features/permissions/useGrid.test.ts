// @vitest-environment node
import { describe, expect, it } from "vitest";
import { placeAfter } from "./useGrid";

const rows = [
  { key: "call", columns: [0, 1, 2, 3, 5] },
  { key: "contact", columns: [0, 1, 2, 3, 4, 5] },
  { key: "contact.phone", columns: [2, 3] },
  { key: "note", columns: [0, 1, 2, 3, 4, 5] },
];
const leads = (row: string, column: number, key: string, isFar = false) => {
  const next = placeAfter(rows, { row, column }, { key, isFar });
  return next && `${next.row} ${next.column}`;
};

describe("the keys of a grid", () => {
  it("lead to the next cell that has something", () => {
    expect(leads("call", 3, "ArrowRight")).toBe("call 5");
    expect(leads("call", 5, "ArrowLeft")).toBe("call 3");
    expect(leads("call", 5, "ArrowRight")).toBe("call 5");
    expect(leads("contact.phone", 2, "ArrowLeft")).toBe("contact.phone 2");
  });

  it("lead up and down to the nearest column that is there", () => {
    expect(leads("contact", 5, "ArrowDown")).toBe("contact.phone 3");
    expect(leads("contact", 0, "ArrowDown")).toBe("contact.phone 2");
    expect(leads("contact.phone", 3, "ArrowDown")).toBe("note 3");
    expect(leads("call", 1, "ArrowUp")).toBe("call 1");
    expect(leads("call", 1, "PageDown")).toBe("note 1");
  });

  it("lead to the ends of a row, and of the grid", () => {
    expect(leads("contact", 2, "Home")).toBe("contact 0");
    expect(leads("contact", 2, "End")).toBe("contact 5");
    expect(leads("note", 2, "Home", true)).toBe("call 0");
    expect(leads("call", 2, "End", true)).toBe("note 5");
  });

  it("lead nowhere else", () => {
    expect(leads("call", 1, "x")).toBeUndefined();
    expect(leads("gone", 1, "ArrowDown")).toBeUndefined();
  });
});
