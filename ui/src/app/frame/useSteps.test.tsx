import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSteps } from "./useSteps";

it("draws one step after the other, and none beyond the last", () => {
  const drawn: number[] = [];
  renderHook(() => drawn.push(useSteps(2)));
  expect([...new Set(drawn)]).toEqual([0, 1, 2]);
  expect(drawn.at(-1)).toBe(2);
});
