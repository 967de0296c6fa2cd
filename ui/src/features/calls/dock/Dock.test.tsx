import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { keep, lists, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { CallAlert } from "./CallAlert";
import * as commands from "./commands";
import { ownCalls } from "./liveCalls";
import type { CallRecord } from "./objects";

let version = 0;
function ring(...calls: Partial<CallRecord>[]): void {
  const whole = calls.map(
    (one, index) =>
      ({
        id: `k${index}`,
        version: ++version,
        status: "ringing",
        direction: "inbound",
        from_number: "+14155550134",
        start_time: `2026-03-01T10:0${index}:00Z`,
        ...one,
      }) as CallRecord,
  );
  act(() => {
    keep("call", whole);
    transact((tx) =>
      lists.set(
        tx,
        ownCalls,
        whole.map((one) => one.id),
      ),
    );
  });
}

describe("the alert of a call", () => {
  let accept: MockInstance<typeof commands.acceptCall>;
  let decline: MockInstance<typeof commands.declineCall>;

  beforeEach(() => {
    signIn({ status: "available" });
    accept = vi.spyOn(commands, "acceptCall").mockResolvedValue(true);
    decline = vi.spyOn(commands, "declineCall").mockResolvedValue(true);
  });
  afterEach(() => transact((tx) => lists.set(tx, ownCalls, []), store));

  it("is not there while nothing rings, and announces who calls", () => {
    render(<CallAlert />);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    ring({ contact: { id: "c", name: "Mia Ortiz" }, to_number: "+14155550100" });
    expect(screen.getByRole("alertdialog", { name: "Mia Ortiz" })).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("Incoming call from Mia Ortiz to (415) 555-0100");
  });

  it("names the number where nobody knows the caller", () => {
    render(<CallAlert />);
    ring({});
    expect(screen.getByRole("alertdialog", { name: "(415) 555-0134" })).toBeTruthy();
  });

  it("leaves the focus where the person works", () => {
    render(
      <>
        <input aria-label="note" />
        <CallAlert />
      </>,
    );
    screen.getByLabelText("note").focus();
    ring({});
    expect(document.activeElement).toBe(screen.getByLabelText("note"));
  });

  it("shows the one that waits longest, and says how many more there are", () => {
    render(<CallAlert />);
    ring({ from_number: "+14155550101" }, { from_number: "+14155550102" }, { from_number: "+14155550103" });
    expect(screen.getByRole("alertdialog", { name: "(415) 555-0101" })).toBeTruthy();
    expect(screen.getByText("2 more calls are ringing")).toBeTruthy();
  });

  it.each([
    ["KeyA", () => accept],
    ["KeyD", () => decline],
  ])("is answered by Alt and %s, whatever letter Option types there", async (code, act_) => {
    render(<CallAlert />);
    ring({});
    await act(async () => void fireEvent.keyDown(document, { code, altKey: true, key: "å" }));
    expect(act_()).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["with Ctrl, which is AltGr on many keyboards", { altKey: true, ctrlKey: true }],
    ["with Meta", { altKey: true, metaKey: true }],
    ["held down", { altKey: true, repeat: true }],
    ["without Alt", {}],
  ])("is not answered by the key %s", (_, keys) => {
    render(<CallAlert />);
    ring({});
    fireEvent.keyDown(document, { code: "KeyA", ...keys });
    expect(accept).not.toHaveBeenCalled();
  });

  it("is answered once, however often one presses while the answer is on its way", async () => {
    let done: (value: boolean) => void = () => undefined;
    accept.mockReturnValueOnce(
      new Promise((take) => {
        done = take;
      }),
    );
    render(<CallAlert />);
    ring({});
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    fireEvent.keyDown(document, { code: "KeyA", altKey: true });
    fireEvent.click(screen.getByRole("button", { name: "Decline" }));
    await act(async () => done(true));
    expect(accept).toHaveBeenCalledTimes(1);
    expect(decline).not.toHaveBeenCalled();
  });
});
