import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useChoice } from "./useChoice";

function Finder({ options, take }: { options: readonly string[]; take: (option: string) => void }) {
  const { chosen, restart, onKeyDown, optionProps } = useChoice(options, take);
  return (
    <>
      <input onChange={restart} onKeyDown={onKeyDown} />
      <output>{chosen ?? "none"}</output>
      {options.map((option) => (
        <div key={option} {...optionProps(option)}>
          {option}
        </div>
      ))}
    </>
  );
}

function show(options: readonly string[]) {
  const take = vi.fn();
  const { rerender } = render(<Finder options={options} take={take} />);
  const field = screen.getByRole("textbox");
  return {
    take,
    chosen: () => screen.getByRole("status").textContent,
    press: (key: string, more = {}) => fireEvent.keyDown(field, { key, ...more }),
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    become: (less: readonly string[]) => rerender(<Finder options={less} take={take} />),
  };
}

it("goes round by the arrows, and takes by Enter", () => {
  const { take, chosen, press } = show(["a", "b", "c"]);
  press("ArrowDown");
  expect(chosen()).toBe("b");
  press("ArrowUp");
  press("ArrowUp");
  expect(chosen()).toBe("c");
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("c");
  press("Enter");
  expect(take.mock.calls).toEqual([["c"]]);
});

it("stays in a list that became shorter, and steps from there", () => {
  const { chosen, press, become } = show(["a", "b", "c", "d"]);
  press("ArrowUp");
  become(["a", "b"]);
  expect(chosen()).toBe("b");
  press("ArrowUp");
  expect(chosen()).toBe("a");
});

it("begins with the first one for another search, and takes nothing from an empty list", () => {
  const { take, chosen, press, type, become } = show(["a", "b"]);
  press("ArrowDown");
  type("x");
  expect(chosen()).toBe("a");
  become([]);
  press("ArrowDown");
  press("Enter");
  expect(chosen()).toBe("none");
  expect(take).not.toHaveBeenCalled();
});

it("leaves Enter to who composes a character, and follows the pointer", () => {
  const { take, chosen, press } = show(["a", "b"]);
  fireEvent.pointerMove(screen.getByRole("option", { name: "b" }));
  expect(chosen()).toBe("b");
  press("Enter", { isComposing: true });
  expect(take).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("option", { name: "a" }));
  expect(take.mock.calls).toEqual([["a"]]);
});
