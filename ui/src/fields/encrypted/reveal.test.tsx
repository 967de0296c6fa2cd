import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FieldSpec } from "../contract";
import { EnterField } from "./EnterField";
import { RevealField } from "./RevealField";
import { openFor, RevealContext } from "./reveal";

const field = (holds?: string): FieldSpec => ({
  object: "contact",
  name: "pin",
  title: "PIN",
  kind: "encrypted",
  property: { title: "PIN", type: ["string", "null"], format: "encrypted", ...(holds ? { holds } : {}) },
  isRequired: false,
  isNullable: true,
  isSystem: false,
  isEditable: true,
});

function show(of: string, open: () => Promise<{ value: unknown } | undefined>) {
  const page = (at: string) => (
    <RevealContext value={{ of: at, open }}>
      <RevealField field={field()} value="********" />
    </RevealContext>
  );
  const { rerender } = render(page(of));
  return { moveTo: (at: string) => rerender(page(at)) };
}

const press = (name: RegExp) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

describe("an encrypted value", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is masked where nothing opens it", () => {
    render(<RevealField field={field()} value="********" />);
    expect(screen.getByText("PIN, encrypted")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is shown when asked for, and hidden after a minute", async () => {
    const open = vi.fn(async () => ({ value: "4711" }));
    show("a:1", open);
    expect(screen.queryByText("4711")).toBeNull();
    await press(/^Show PIN/);
    expect(screen.getByText("4711")).toBeTruthy();
    act(() => vi.advanceTimersByTime(openFor - 1));
    expect(screen.getByText("4711")).toBeTruthy();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.queryByText("4711")).toBeNull();
    expect(open).toHaveBeenCalledTimes(1);
  });

  it("is hidden by a press, by a change of its record, and stays hidden where it is refused", async () => {
    const { moveTo } = show("a:1", async () => ({ value: "4711" }));
    await press(/^Show PIN/);
    await press(/^Hide PIN/);
    expect(screen.queryByText("4711")).toBeNull();
    await press(/^Show PIN/);
    moveTo("a:2");
    expect(screen.queryByText("4711")).toBeNull();
  });

  it("that was asked for of another record is never shown", async () => {
    let answer: (value: { value: unknown }) => void = () => undefined;
    const { moveTo } = show("a:1", () => new Promise((resolve) => (answer = resolve)));
    await press(/^Show PIN/);
    moveTo("b:1");
    await act(async () => answer({ value: "4711" }));
    expect(screen.queryByText("4711")).toBeNull();
  });

  it("stays masked where the server refuses it", async () => {
    show("a:1", async () => undefined);
    await press(/^Show PIN/);
    expect(screen.getByRole("button", { name: /^Show PIN/ })).toBeTruthy();
  });
});

describe("a new secret", () => {
  function enter(value: unknown, holds?: string) {
    const onChange = vi.fn();
    const edit = (now: unknown) => (
      <EnterField
        id="pin"
        field={field(holds)}
        value={now}
        onChange={onChange}
        onBlur={vi.fn()}
        isInvalid={false}
        describedBy={undefined}
      />
    );
    const { container, rerender } = render(edit(value));
    const control = container.querySelector<HTMLInputElement>("#pin");
    if (!control) {
      throw new Error("there is no control");
    }
    return {
      control,
      onChange,
      type: (text: string) => fireEvent.change(control, { target: { value: text } }),
      now: (next: unknown) => rerender(edit(next)),
    };
  }

  it("replaces what is stored, and taken back it does not", () => {
    const { control, onChange, type } = enter("********");
    expect(control.value).toBe("");
    type("4711");
    type("");
    expect(onChange.mock.calls).toEqual([["4711"], ["********"]]);
  });

  it("is removed only by saying so, which can be taken back", () => {
    const { onChange, now } = enter("********");
    fireEvent.click(screen.getByRole("button", { name: "Remove PIN" }));
    now(null);
    expect(screen.getByText(/will be removed/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Keep it" }));
    expect(onChange.mock.calls).toEqual([[null], ["********"]]);
  });

  it("is JSON where the field holds that", () => {
    const { onChange, type } = enter(null, "json");
    type('{"a":1}');
    type("{");
    expect(onChange.mock.calls).toEqual([[{ a: 1 }], ["{", "This is not valid JSON."]]);
  });
});
