import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchActivity } from "./activity";

describe("watchActivity", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("says once that the person left, and once that he is back", () => {
    const say = vi.fn();
    const stop = watchActivity(say, 1_000);
    vi.advanceTimersByTime(900);
    document.dispatchEvent(new Event("keydown"));
    vi.advanceTimersByTime(999);
    expect(say).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(say.mock.calls).toEqual([["activity", { active: false }]]);
    document.dispatchEvent(new Event("pointermove"));
    document.dispatchEvent(new Event("pointermove"));
    expect(say).toHaveBeenCalledTimes(2);
    expect(say).toHaveBeenLastCalledWith("activity", { active: true });
    stop();
  });
});
