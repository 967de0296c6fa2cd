import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useHeldRows } from "./useHeldRows";

const isThere =
  (gone: string[] = []) =>
  (id: string) =>
    !gone.includes(id);
const render = () =>
  renderHook(({ wanted, isHeld, gone }) => useHeldRows(wanted, isThere(gone), isHeld), {
    initialProps: { wanted: ["a", "b"], isHeld: false, gone: [] as string[] },
  });

describe("rows that are held", () => {
  it("follow at once while nobody holds them", () => {
    const { result, rerender } = render();
    rerender({ wanted: ["c", "a"], isHeld: false, gone: [] });
    expect(result.current).toMatchObject({ ids: ["c", "a"], waiting: 0 });
  });

  it("stand still, and count what waits, until one lets go", () => {
    const { result, rerender } = render();
    rerender({ wanted: ["c", "b", "a"], isHeld: true, gone: [] });
    expect(result.current).toMatchObject({ ids: ["a", "b"], waiting: 1 });
    rerender({ wanted: ["c", "b", "a"], isHeld: false, gone: [] });
    expect(result.current).toMatchObject({ ids: ["c", "b", "a"], waiting: 0 });
  });

  it("come when one asks, and lose what is gone", () => {
    const { result, rerender } = render();
    rerender({ wanted: ["c", "b"], isHeld: true, gone: ["a"] });
    expect(result.current).toMatchObject({ ids: ["b"], waiting: 1 });
    act(() => result.current.ask());
    expect(result.current).toMatchObject({ ids: ["c", "b"], waiting: 0 });
  });

  it("hide nothing where there was nothing", () => {
    const { result, rerender } = render();
    rerender({ wanted: [], isHeld: false, gone: ["a", "b"] });
    rerender({ wanted: ["c"], isHeld: true, gone: [] });
    expect(result.current.ids).toEqual(["c"]);
  });
});
