import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { dismiss, toast, toastList } from "@/components/Toaster/toasts";
import { colleaguesAtom, keep, lists, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import * as commands from "../commands";
import * as handing from "../handing";
import { ownCalls } from "../liveCalls";
import type { CallRecord } from "../objects";
import { phoneAtom } from "../phone/softphone";
import { followTransfer } from "../transferNews";
import { Dock } from "./Dock";
import { useCaller } from "./useCaller";

const navigate = vi.hoisted(() => vi.fn());
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: ({ to, params, children }: { to: string; params?: { id: string }; children: ReactNode }) => (
    <a href={to.replace("$id", params?.id ?? "")}>{children}</a>
  ),
  useNavigate: () => navigate,
}));
vi.mock("./useCaller", () => ({ useCaller: vi.fn() }));
const problem = vi.hoisted(() => vi.fn<() => Promise<string | undefined>>());
const [expectCall, muteLine, pressKeys] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);
vi.mock("../phone/phone", () => ({
  usePhone: () => undefined,
  prepareToTake: problem,
  expectCall,
  muteLine,
  pressKeys,
}));

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

describe("the row of calls", () => {
  let accept: MockInstance<typeof commands.acceptCall>;
  let decline: MockInstance<typeof commands.declineCall>;

  beforeEach(() => {
    signIn({ status: "available" });
    problem.mockReset().mockResolvedValue(undefined);
    store.set(phoneAtom, { stage: "ready" });
    accept = vi.spyOn(commands, "acceptCall").mockResolvedValue(true);
    decline = vi.spyOn(commands, "declineCall").mockResolvedValue(true);
  });
  afterEach(() => transact((tx) => lists.set(tx, ownCalls, []), store));

  it("is not there while nothing rings, and announces who calls", () => {
    render(<Dock />);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    ring({ contact: { id: "c", name: "Mia Ortiz" }, to_number: "+14155550100" });
    expect(screen.getByRole("alertdialog", { name: "Mia Ortiz" })).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe(
      "Incoming call from Mia Ortiz to (415) 555-0100. Alt+A accepts, Alt+D declines.",
    );
    expect(screen.getByRole("button", { name: "Accept" }).textContent).toBe("AcceptAlt+A");
    expect(screen.getByRole("button", { name: "Decline" }).textContent).toBe("DeclineAlt+D");
  });

  it("names the number where nobody knows the caller", () => {
    render(<Dock />);
    ring({});
    expect(screen.getByRole("alertdialog", { name: "(415) 555-0134" })).toBeTruthy();
  });

  it("leaves the focus where the person works", () => {
    render(
      <>
        <input aria-label="note" />
        <Dock />
      </>,
    );
    screen.getByLabelText("note").focus();
    ring({});
    expect(document.activeElement).toBe(screen.getByLabelText("note"));
  });

  it("shows the one that waits longest, the others as chips, and the one that is chosen", async () => {
    render(<Dock />);
    const numbers = ["01", "02", "03", "04", "05"].map((end) => ({ from_number: `+141555501${end}` }));
    ring(...numbers);
    expect(screen.getByRole("alertdialog", { name: "(415) 555-0101" })).toBeTruthy();
    expect(screen.getByText("1 more call is ringing")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "(415) 555-0103: Ringing" }));
    expect(screen.getByRole("alertdialog", { name: "(415) 555-0103" })).toBeTruthy();
    await act(async () => void fireEvent.keyDown(document, { code: "KeyA", altKey: true }));
    expect(accept).toHaveBeenCalledWith(expect.objectContaining({ id: "k2" }));
    expect(expectCall).toHaveBeenCalledWith("k2");
  });

  it("takes no call while the phone can't, and says why", async () => {
    problem.mockResolvedValue("No audio access for the device.");
    const said = vi.spyOn(toast, "error").mockReturnValue(undefined);
    render(<Dock />);
    ring({});
    await act(async () => void fireEvent.keyDown(document, { code: "KeyA", altKey: true }));
    expect(accept).not.toHaveBeenCalled();
    expect(said).toHaveBeenCalledWith("No audio access for the device.");
  });

  it("says that a call which was taken could not be put through, and that one which was placed failed", () => {
    const said = vi.spyOn(toast, "error").mockReturnValue(undefined);
    render(<Dock />);
    const mine = { user: { id: "me" } };
    const outbound = { ...mine, direction: "outbound" as const };
    ring(mine, outbound, mine, mine, outbound);
    ring(
      { user: null },
      { ...outbound, status: "failed" },
      { ...mine, status: "in-progress" },
      { user: null, status: "no-answer" },
      { ...outbound, status: "failed", error_text: "The phone provider can't be reached. Please try again." },
    );
    expect(said.mock.calls).toEqual([
      ["(415) 555-0134's call could not be connected. It is ringing again."],
      ["Error calling number"],
      ["(415) 555-0134's call could not be connected and has ended."],
      ["Error calling number: The phone provider can't be reached. Please try again."],
    ]);
  });

  it("mutes the line by M, and sends keys of the keypad that K opens", async () => {
    store.set(phoneAtom, {
      stage: "ready",
      line: { call: "k0", isUp: true, isMuted: false, isReconnecting: false },
    });
    render(
      <>
        <input aria-label="note" />
        <Dock />
      </>,
    );
    ring({ status: "in-progress", user: { id: "me" } });
    await screen.findByRole("button", { name: "Mute" });
    fireEvent.keyDown(screen.getByLabelText("note"), { key: "m" });
    expect(muteLine, "who writes types a letter").not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: "m" });
    expect(muteLine).toHaveBeenCalledWith(true);
    act(() =>
      store.set(phoneAtom, {
        stage: "ready",
        line: { call: "k0", isUp: true, isMuted: true, isReconnecting: false },
      }),
    );
    fireEvent.click(screen.getByRole("button", { name: "Unmute" }));
    expect(muteLine).toHaveBeenLastCalledWith(false);
    fireEvent.keyDown(document.body, { key: "k" });
    fireEvent.click(await screen.findByRole("button", { name: "5" }));
    fireEvent.keyDown(screen.getByRole("dialog", { name: "Keypad" }), { key: "#" });
    expect(pressKeys.mock.calls.flat()).toEqual(["5", "#"]);
    expect(screen.getByText("Sent: 5#")).toBeTruthy();
    act(() => store.set(phoneAtom, { stage: "ready" }));
    expect(screen.queryByRole("button", { name: "Mute" }), "the line is another browser's").toBeNull();
  });

  it("keeps the call that I am on when another rings, and answers that by keys", async () => {
    render(<Dock />);
    const mine = { status: "in-progress", user: { id: "me" }, from_number: "+14155550109" } as const;
    ring({ ...mine, start_time: "2026-03-01T11:00:00Z" }, { from_number: "+14155550101" });
    expect(screen.getByRole("region", { name: "On a call with (415) 555-0109" })).toBeTruthy();
    expect(screen.getByRole("status").textContent).toContain("(415) 555-0101");
    await act(async () => void fireEvent.keyDown(document, { code: "KeyD", altKey: true }));
    expect(decline).toHaveBeenCalledWith(expect.objectContaining({ id: "k1" }));
  });

  it("says whether calls ring here, and offers to call", () => {
    render(<Dock />);
    expect(screen.getByText("Calls ring here.")).toBeTruthy();
    act(() => signIn({ status: "away" }));
    expect(screen.getByText("You're shown as: Away")).toBeTruthy();
  });

  it("tells the company, the last contact and the notes of a caller", () => {
    vi.mocked(useCaller).mockReturnValue({
      company: "Ortiz & Co",
      last: { kind: "text", id: "t1", at: new Date().toISOString() },
      notes: [{ id: "n1", name: "Wants a refund" }],
    });
    render(<Dock />);
    ring({ contact: { id: "c", name: "Mia Ortiz" } });
    expect(screen.getByText("Ortiz & Co")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Texted today" }).getAttribute("href")).toBe(
      "/view/twilio_conversation/record/t1/conversation",
    );
    expect(screen.getByText("1 open note:")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Wants a refund" }).getAttribute("href")).toBe(
      "/view/note/record/n1/standard",
    );
    expect(screen.getByRole("link", { name: "Mia Ortiz" }).getAttribute("href")).toBe(
      "/view/contact/record/c/standard",
    );
    vi.mocked(useCaller).mockReset();
  });

  const contact = { id: "c", name: "Mia Ortiz" };
  const customer = expect.objectContaining({ params: { object: "contact", id: "c" } });

  it("opens whom one speaks with once the call is taken, and not a call that somebody else took", async () => {
    navigate.mockClear();
    render(<Dock />);
    ring({ contact });
    accept.mockResolvedValueOnce(false);
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Accept" })));
    expect(navigate).not.toHaveBeenCalled();
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Accept" })));
    expect(navigate).toHaveBeenCalledExactlyOnceWith(customer);
  });

  it.each([
    ["who writes", {}, "half a sentence"],
    ["who doesn't want it", { user: { settings: { phone_settings: { open_customer: false } } } }, ""],
  ])("takes nobody away %s", async (_, me, typed) => {
    navigate.mockClear();
    act(() => signIn({ ...me, status: "available" }));
    render(
      <>
        <textarea aria-label="note" defaultValue={typed} />
        <Dock />
      </>,
    );
    ring({ contact });
    await act(async () => void fireEvent.keyDown(document, { code: "KeyA", altKey: true }));
    expect(accept).toHaveBeenCalledTimes(1);
    expect(navigate).not.toHaveBeenCalled();
  });

  it("gives the focus on when a button that had it goes", () => {
    render(<Dock />);
    ring({ id: "one" });
    screen.getByRole("button", { name: "Accept" }).focus();
    ring({ id: "one", status: "in-progress", user: { id: "me" } });
    expect(document.activeElement, "a second press hangs nobody up").toBe(
      screen.getByRole("button", { name: "Hold" }),
    );
  });

  it("holds by H, hands over by T, and says how that stands", async () => {
    const hold = vi.spyOn(handing, "holdCall").mockResolvedValue(true);
    const transfer = vi.spyOn(handing, "transferCall").mockResolvedValue(true);
    const cancel = vi.spyOn(handing, "cancelTransfer").mockResolvedValue(true);
    const complete = vi.spyOn(handing, "completeTransfer").mockResolvedValue(true);
    store.set(colleaguesAtom, [
      { id: "me", name: "Ada Byron", status: "on_call" },
      { id: "u2", name: "Ben Sorensen", status: "available" },
      { id: "u3", name: "Chloe Tanaka", status: "offline" },
    ] as never);
    render(<Dock />);
    const up = { id: "k1", status: "in-progress", user: { id: "me" } } as const;
    ring(up);
    fireEvent.keyDown(document.body, { key: "h" });
    expect(hold).toHaveBeenLastCalledWith(expect.objectContaining({ id: "k1" }), true);
    ring({ ...up, held_at: "2026-11-25T10:00:00Z" });
    expect(screen.getByText("On hold")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Resume" }));
    expect(hold).toHaveBeenLastCalledWith(expect.objectContaining({ id: "k1" }), false);

    ring(up);
    fireEvent.keyDown(document.body, { key: "t" });
    expect(screen.queryByRole("button", { name: "Ada Byron" }), "to oneself").toBeNull();
    fireEvent.click(screen.getByText("Chloe Tanaka"));
    expect(screen.getByText(/May not answer/)).toBeTruthy();
    fireEvent.click(screen.getByText("Ben Sorensen"));
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Ask first" })));
    expect(transfer).toHaveBeenCalledWith(
      expect.objectContaining({ id: "k1" }),
      expect.objectContaining({ id: "u2" }),
      "Warm",
    );

    const moving = { ...up, transfer: "Warm", transfer_to: { id: "u2", name: "Ben Sorensen" } } as const;
    ring({ ...moving, transfer_state: "pending" });
    expect(screen.getByText("Ringing Ben Sorensen…")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Transfer" })).toBeNull();
    ring({ ...moving, transfer_state: "talking" });
    fireEvent.click(screen.getByRole("button", { name: "Complete transfer" }));
    expect(complete).toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Cancel transfer" }));
    expect(cancel).toHaveBeenCalled();
  });

  it.each([
    ["declined", "Cold", "Ben Sorensen declined the transfer. You still have the call."],
    ["returned", "Cold", "The transfer to Ben Sorensen failed. You still have the call."],
    ["accepted", "Cold", "Transferred the call"],
    ["accepted", "Warm", "Adding user to the call"],
    ["talking", "Warm", "Adding user to the call"],
    ["canceled", "Warm", undefined],
  ] as const)("says that it rings for a colleague until the transfer is %s (%s)", (state, transfer, said) => {
    render(<Dock />);
    const up = { id: "k1", status: "in-progress", user: { id: "me" }, transfer } as const;
    const to = { transfer_to: { id: "u2", name: "Ben Sorensen" } };
    ring(up);
    act(() => followTransfer("k1", "Ben Sorensen"));
    const texts = () => toastList.read().map(({ text }) => text);
    expect(texts()).toEqual(["Ringing Ben Sorensen…"]);
    ring({ ...up, ...to, transfer_state: "pending" });
    expect(texts()).toEqual(["Ringing Ben Sorensen…"]);
    ring({ ...up, ...to, transfer_state: state });
    expect(texts()).toEqual(said === undefined ? [] : [said]);
    for (const { id } of toastList.read()) {
      act(() => dismiss(id));
    }
    ring({ ...up, status: "completed", ...to, transfer_state: "completed" });
    expect(texts(), "it is said once").toEqual([]);
  });

  it("says how a transfer ended that began before the page was loaded", async () => {
    render(<Dock />);
    const up = { id: "k1", status: "in-progress", user: { id: "me" }, transfer: "Warm" } as const;
    const moving = { ...up, transfer_to: { id: "u2", name: "Ben Sorensen" } };
    ring({ ...moving, transfer_state: "talking" });
    await screen.findByRole("button", { name: "Complete transfer" });
    ring({ ...moving, transfer_state: "returned" });
    expect(toastList.read().map(({ text }) => text)).toEqual([
      "The transfer to Ben Sorensen failed. You still have the call.",
    ]);
    act(() => dismiss(toastList.read()[0]?.id ?? 0));
  });

  it("says nothing of an earlier transfer when the answer to a new one comes before its change", () => {
    render(<Dock />);
    const up = { id: "k1", status: "in-progress", user: { id: "me" }, transfer: "Cold" } as const;
    const to = { transfer_to: { id: "u2", name: "Ben Sorensen" } };
    ring({ ...up, ...to, transfer_state: "declined" });
    act(() => followTransfer("k1", "Ben Sorensen"));
    const texts = () => toastList.read().map(({ text }) => text);
    expect(texts()).toEqual(["Ringing Ben Sorensen…"]);
    ring({ ...up, ...to, transfer_state: "pending" });
    ring({ ...up, ...to, transfer_state: "declined" });
    expect(texts()).toEqual(["Ben Sorensen declined the transfer. You still have the call."]);
    for (const { id } of toastList.read()) {
      act(() => dismiss(id));
    }
  });

  it("rings for whom a call is handed to, whatever he has chosen to be", () => {
    signIn({ status: "do_not_disturb" });
    render(<Dock />);
    const handed = { status: "in-progress", user: { id: "u2", name: "Ben Sorensen" } } as const;
    ring({ ...handed, transfer_to: { id: "me", name: "Ada" }, transfer_state: "pending" });
    expect(screen.getByRole("alertdialog")).toBeTruthy();
    expect(screen.getByText("Ben Sorensen is transferring this call to you.")).toBeTruthy();
    ring({ ...handed, transfer: "Warm", transfer_to: { id: "me", name: "Ada" }, transfer_state: "pending" });
    expect(screen.getByText("Ben Sorensen wants to consult you. (415) 555-0134 is on hold.")).toBeTruthy();
    ring({ ...handed, transfer_to: { id: "me", name: "Ada" }, transfer_state: "talking" });
    expect(screen.getByText("You, Ben Sorensen and (415) 555-0134 are talking.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Hold" }), "the call is not his yet").toBeNull();
    expect(screen.getByRole("button", { name: "Hang up" })).toBeTruthy();
  });

  it.each([
    ["KeyA", () => accept],
    ["KeyD", () => decline],
  ])("is answered by Alt and %s, whatever letter Option types there", async (code, act_) => {
    render(<Dock />);
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
    render(<Dock />);
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
    render(<Dock />);
    ring({});
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    fireEvent.keyDown(document, { code: "KeyA", altKey: true });
    fireEvent.click(screen.getByRole("button", { name: "Decline" }));
    await act(async () => done(true));
    expect(accept).toHaveBeenCalledTimes(1);
    expect(decline).not.toHaveBeenCalled();
  });
});
