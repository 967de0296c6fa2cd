import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Shape, Step } from "./journal";
import { useReplay } from "./useReplay";

const began = Date.UTC(2026, 2, 1, 12);
const at = (seconds: number): Step => ({
  seq: seconds,
  at: new Date(began + seconds * 1000).toISOString(),
  kind: "joined",
});
const shape: Shape = { began, length: 20_000, lanes: [], rung: [], told: [at(0), at(4), at(5), at(20)] };

describe("the replay of a call", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("shows how it stands now until somebody steps back", () => {
    const { result, rerender } = renderHook(({ shown }) => useReplay(shown), {
      initialProps: { shown: shape },
    });
    expect(result.current.index).toBe(3);
    rerender({ shown: { ...shape, length: 30_000, told: [...shape.told, at(30)] } });
    expect(result.current).toMatchObject({ index: 4, position: 30_000 });
    act(() => result.current.go(1));
    expect(result.current).toMatchObject({ index: 1, position: 4_000 });
    act(() => result.current.go(-5));
    expect(result.current.index).toBe(0);
    act(() => result.current.go(99));
    expect(result.current.index).toBe(4);
  });

  it("plays as time went, and four times as fast", () => {
    const { result } = renderHook(() => useReplay(shape));
    act(() => result.current.toggle());
    expect(result.current).toMatchObject({ index: 0, isPlaying: true });
    act(() => vi.advanceTimersByTime(4_100));
    expect(result.current.index).toBe(1);
    act(() => result.current.setSpeed(4));
    act(() => vi.advanceTimersByTime(1_000));
    expect(result.current).toMatchObject({ index: 2, position: 8_100 });
    act(() => result.current.toggle());
    act(() => vi.advanceTimersByTime(9_000));
    expect(result.current).toMatchObject({ index: 2, isPlaying: false });
    act(() => result.current.toggle());
    act(() => vi.advanceTimersByTime(4_000));
    expect(result.current).toMatchObject({ index: 3, isPlaying: false });
  });
});
