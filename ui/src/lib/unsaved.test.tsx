import { act, render, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { hasTyped, releaseUnsaved, unsavedWork, useUnsaved } from "./unsaved";

const work = (over = {}) => ({ isKept: true, discard: vi.fn(), ...over });

describe("unsaved work", () => {
  afterEach(releaseUnsaved);

  it("is known while there is some, in its newest state", () => {
    const [first, second] = [work(), work({ isKept: false })];
    const hook = renderHook(({ is, now }) => useUnsaved(is, now), {
      initialProps: { is: false, now: first },
    });
    expect(unsavedWork()).toEqual([]);
    hook.rerender({ is: true, now: first });
    hook.rerender({ is: true, now: second });
    expect(unsavedWork()).toEqual([second]);
    hook.rerender({ is: false, now: second });
    expect(unsavedWork()).toEqual([]);
  });

  it("goes with its page", () => {
    const { unmount } = renderHook(() => useUnsaved(true, work()));
    expect(unsavedWork()).toHaveLength(1);
    unmount();
    expect(unsavedWork()).toEqual([]);
  });

  it("is let go at once by who has saved it", () => {
    const { result } = renderHook(() => useUnsaved(true, work()));
    act(() => result.current());
    expect(unsavedWork()).toEqual([]);
    expect(hasTyped()).toBe(false);
  });
});

describe("something typed", () => {
  it("is a text in a box, however it is made", () => {
    const { getByLabelText, rerender } = render(<textarea aria-label="box" />);
    expect(hasTyped()).toBe(false);
    (getByLabelText("box") as HTMLTextAreaElement).value = "  ";
    expect(hasTyped()).toBe(false);
    (getByLabelText("box") as HTMLTextAreaElement).value = "I am not done";
    expect(hasTyped()).toBe(true);
    rerender(
      <div contentEditable="true" suppressContentEditableWarning>
        Nor am I
      </div>,
    );
    expect(hasTyped()).toBe(true);
  });

  it("is what a dialog's fields hold, and no search of a list", () => {
    const { rerender } = render(<input aria-label="search" defaultValue="ada" />);
    expect(hasTyped()).toBe(false);
    rerender(
      <dialog open>
        <input aria-label="number" defaultValue="206" />
      </dialog>,
    );
    expect(hasTyped()).toBe(true);
  });
});
