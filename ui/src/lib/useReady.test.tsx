import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useReady } from "./useReady";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const show = (isReady: boolean) =>
  renderHook(({ isReady }) => useReady(isReady), { initialProps: { isReady } });

it("is ready from when that is known on, whatever comes later", () => {
  const { result, rerender } = show(false);
  expect(result.current).toBe(false);
  rerender({ isReady: true });
  expect(result.current).toBe(true);
  rerender({ isReady: false });
  expect(result.current).toBe(true);
});

it("waits for nothing that was there at once", () => {
  expect(show(true).result.current).toBe(true);
});

it("is ready when it was waited for long enough", () => {
  const { result } = show(false);
  act(() => void vi.advanceTimersByTime(4_999));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
});
