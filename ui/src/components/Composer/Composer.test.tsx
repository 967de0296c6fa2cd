import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Composer } from "./Composer";
import { sends } from "./keys";

const key = {
  key: "Enter",
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
};

describe("sends", () => {
  it.each([
    ["Enter", {}, true],
    ["Ctrl+Enter", { ctrlKey: true }, true],
    ["Shift+Enter", { shiftKey: true }, false],
    ["an Enter that ends a composed word", { isComposing: true }, false],
    ["the same as older engines report it", { keyCode: 229 }, false],
    ["another key", { key: "a" }, false],
  ])("%s", (_, over, expected) => {
    expect(sends({ ...key, ...over }, "enter")).toBe(expected);
  });

  it.each([
    ["shift_enter", [false, true, false, false]],
    ["ctrl_enter", [false, false, true, true]],
  ] as const)("by %s", (by, expected) => {
    const pressed = [{}, { shiftKey: true }, { ctrlKey: true }, { metaKey: true }];
    expect(pressed.map((over) => sends({ ...key, ...over }, by))).toEqual(expected);
    expect(sends({ ...key, shiftKey: true, ctrlKey: true, isComposing: true }, by)).toBe(false);
  });
});

function show(over: Partial<Parameters<typeof Composer>[0]> = {}) {
  const onSend = vi.fn();
  render(
    <Composer
      draft="t"
      label="Message"
      placeholder=""
      sendLabel="Send"
      sendKey="enter"
      emptyText="Please enter a message or attach a file"
      onSend={onSend}
      {...over}
    />,
  );
  return { onSend, field: screen.getByRole("textbox", { name: "Message" }) };
}

describe("Composer", () => {
  it("sends on Enter, keeps lines of Shift+Enter, and is empty after", async () => {
    const { onSend, field } = show();
    await userEvent.type(field, "One{Shift>}{Enter}{/Shift}Two{Enter}");
    expect(onSend).toHaveBeenCalledWith("One\nTwo");
    expect(field).toHaveProperty("value", "");
  });

  it("says what is missing instead of sending nothing", async () => {
    const { onSend, field } = show();
    await userEvent.type(field, "  {Enter}");
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole("alert").textContent).toBe("Please enter a message or attach a file");
  });

  it("keeps the draft for the next time", async () => {
    const { field } = show();
    await userEvent.type(field, "Half a thought");
    render(
      <Composer
        draft="t"
        label="Again"
        placeholder=""
        sendLabel="Send"
        sendKey="enter"
        onSend={() => undefined}
      />,
    );
    expect(screen.getByRole("textbox", { name: "Again" })).toHaveProperty("value", "Half a thought");
  });

  it("keeps what is too long as it was written, says so, and does not send it", async () => {
    const { onSend, field } = show({ maxLength: 5 });
    fireEvent.change(field, { target: { value: "Hello 😀!" } });
    expect(field).toHaveProperty("value", "Hello 😀!");
    expect(screen.getByRole("alert").textContent).toBe(
      "3 characters too many: at most 5 can be sent at once.",
    );
    fireEvent.keyDown(field, { key: "Enter" });
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(onSend).not.toHaveBeenCalled();
    expect(field).toHaveProperty("value", "Hello 😀!");
    fireEvent.change(field, { target: { value: "Hi 😀!" } });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onSend).toHaveBeenCalledWith("Hi 😀!");
  });

  it("can't be written into while sending is blocked", () => {
    const { field, onSend } = show({ blocked: "Not opted in" });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(field).toHaveProperty("disabled", true);
    expect(onSend).not.toHaveBeenCalled();
  });
});
