import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { keep, lists, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { ownCalls } from "../liveCalls";
import type { CallRecord } from "../objects";
import { EnableSound } from "./EnableSound";
import { RingSound } from "./RingSound";
import { FakeAudio, fakeLocks } from "./sound.test-env";
import { useRing } from "./useRing";

let version = 0;
function calls(...some: Partial<CallRecord>[]): void {
  const whole = some.map(
    (one, index) =>
      ({
        id: `k${index}`,
        version: ++version,
        status: "ringing",
        direction: "inbound",
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

function Page({ isAnswering = false }) {
  useRing(isAnswering);
  return <EnableSound />;
}

const heard = () =>
  FakeAudio.all.flatMap((audio) => [...audio.playing].map(({ loop }) => (loop ? "ring" : "beep")));
const up = { id: "mine", status: "in-progress", user: { id: "me" } } as const;

describe("a call that rings for me", () => {
  beforeEach(() => {
    vi.stubGlobal("AudioContext", FakeAudio);
    Object.assign(navigator, { locks: fakeLocks() });
    FakeAudio.all = [];
    FakeAudio.isAllowed = true;
    signIn({ status: "available" });
  });
  afterEach(() => {
    transact((tx) => lists.set(tx, ownCalls, []), store);
    vi.unstubAllGlobals();
  });

  it.each([
    ["I take", { status: "in-progress", user: { id: "me" } } as const],
    ["a colleague takes", { status: "in-progress", user: { id: "u2" } } as const],
    ["I decline", { declined_by: [{ id: "me" }] }],
    ["its caller ends", { status: "canceled" } as const],
  ])("is heard until %s it", async (_, over) => {
    render(<Page />);
    expect(heard()).toEqual([]);
    calls({});
    await vi.waitFor(() => expect(heard()).toEqual(["ring"]));
    calls(over);
    await vi.waitFor(() => expect(heard()).toEqual([]));
  });

  it("is silent while the answer is on its way, and when the page is left", async () => {
    const page = render(<Page />);
    calls({});
    await vi.waitFor(() => expect(heard()).toEqual(["ring"]));
    page.rerender(<Page isAnswering />);
    await vi.waitFor(() => expect(heard()).toEqual([]));
    page.rerender(<Page />);
    await vi.waitFor(() => expect(heard()).toEqual(["ring"]));
    page.unmount();
    await vi.waitFor(() => expect(heard()).toEqual([]));
  });

  it("is heard anew for another call that rings", async () => {
    render(<Page />);
    calls({});
    await vi.waitFor(() => expect(heard()).toEqual(["ring"]));
    const [before] = FakeAudio.all[0]?.playing ?? [];
    calls({}, { id: "second" });
    await vi.waitFor(() => {
      expect(heard()).toEqual(["ring"]);
      expect(FakeAudio.all[0]?.playing.has(before as never)).toBe(false);
    });
  });

  it("is a beep while I have another", async () => {
    render(<Page />);
    calls(up, { id: "second" });
    await vi.waitFor(() => expect(heard()).toEqual(["beep"]));
  });

  it("is not heard by whom it does not ring for, or who wants no sound", async () => {
    const page = render(<Page />);
    act(() => void signIn({ status: "do_not_disturb" }));
    calls({});
    const user = { settings: { phone_settings: { enable_incoming_sound: false } } };
    act(() => void signIn({ status: "available", user }));
    page.rerender(<Page isAnswering />);
    page.rerender(<Page />);
    await new Promise((done) => setTimeout(done, 50));
    expect(heard()).toEqual([]);
  });

  it("offers to enable the sound where the browser refuses it, and rings then", async () => {
    FakeAudio.isAllowed = false;
    render(<Page />);
    calls({});
    const button = await screen.findByRole("button", { name: "Enable sound" }, { timeout: 3_000 });
    expect(button.getAttribute("aria-describedby")).toBe(
      screen.getByText("Your browser is blocking the ringtone").id,
    );
    FakeAudio.isAllowed = true;
    fireEvent.click(button);
    await vi.waitFor(() => expect(heard()).toEqual(["ring"]));
    expect(screen.queryByRole("button", { name: "Enable sound" })).toBeNull();
  });

  it("has its sound turned off, and played for a trial", async () => {
    const patch = vi.spyOn(api, "patchRecord").mockResolvedValue(undefined as never);
    render(<RingSound />);
    fireEvent.click(screen.getByRole("button", { name: "Test ringtone" }));
    await vi.waitFor(() => expect(heard()).toEqual(["beep"]));
    fireEvent.click(screen.getByRole("button", { name: "Ringtone", pressed: true }));
    const settings = { phone_settings: { enable_incoming_sound: false } };
    expect(patch).toHaveBeenCalledWith("user", { id: "me", settings });
  });
});
