import { describe, expect, test } from "vitest";
import { slotsOf, visibleColumns } from "./columnWindow";

const heads = (...widths: number[]) => {
  let left = 0;
  return widths.map((width) => {
    const head = { left, right: left + width };
    left += width;
    return head;
  });
};

describe("the columns of a wide table", () => {
  test("those that touch the visible part are there", () => {
    const four = heads(100, 50, 200, 100);
    expect(visibleColumns(four, 0, 100)).toEqual({ from: 0, to: 1 });
    expect(visibleColumns(four, 0, 101)).toEqual({ from: 0, to: 2 });
    expect(visibleColumns(four, 99, 60)).toEqual({ from: 0, to: 3 });
    expect(visibleColumns(four, 100, 50)).toEqual({ from: 1, to: 2 });
    expect(visibleColumns(four, 360, 1_000)).toEqual({ from: 3, to: 4 });
    expect(visibleColumns(four, 10_000, 100)).toEqual({ from: 3, to: 4 });
    expect(visibleColumns([], 0, 100)).toEqual({ from: 0, to: 0 });
  });

  test("the others are gaps as wide as they are, and the name always stands", () => {
    const window = { from: 3, to: 5 };
    expect(slotsOf(7, window, 0)).toEqual([
      { column: 0 },
      { gap: 2, before: 3 },
      { column: 3 },
      { column: 4 },
      { gap: 2, before: 7 },
    ]);
    expect(slotsOf(4, { from: 0, to: 9 }, 2)).toEqual([0, 1, 2, 3].map((column) => ({ column })));
    expect(slotsOf(6, window, 5).at(-1)).toEqual({ column: 5 });
    for (const always of [0, 3, 6]) {
      const slots = slotsOf(7, window, always);
      expect(slots.reduce((sum, slot) => sum + ("gap" in slot ? slot.gap : 1), 0)).toBe(7);
    }
  });
});
