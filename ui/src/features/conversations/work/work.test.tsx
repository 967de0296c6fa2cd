import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { browserZone } from "@/lib/zone";
import { colleaguesAtom, keep, shownAtom, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import type { ConversationRecord } from "../objects";
import { AssignSheet } from "./AssignSheet";
import { PickedBar } from "./PickedBar";
import { presetsIn } from "./presets";
import { RowMenu } from "./RowMenu";
import { SnoozeSheet } from "./SnoozeSheet";
import { isShown } from "./state";
import { RestingLine, WorkTools } from "./WorkTools";
import { askedAtom, close, pick, pickedAtom, pickNone, snooze } from "./work";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), send: vi.fn() }));
const does = vi.mocked(api.send);

const said: string[] = [];
const rights = { read: true, create: false, update: true, delete: false };

function conversation(id: string, over: object = {}): ConversationRecord {
  const row = { id, version: 1, name: "Mia Ortiz", unread_messages: 2, work_state: "Open", ...over };
  keep("twilio_conversation", [row]);
  return row as unknown as ConversationRecord;
}

const shown = (id: string) => store.get(shownAtom("twilio_conversation", id))?.record;

let version = 10;
beforeEach(() => {
  vi.clearAllMocks();
  said.length = 0;
  for (const tone of ["success", "error", "warning"] as const) {
    vi.spyOn(toast, tone).mockImplementation((text: string) => {
      said.push(`${tone}: ${text}`);
      return 0 as never;
    });
  }
  does.mockImplementation(
    async (_route, input) => ({ ...shown((input as { id: string }).id), version: ++version }) as never,
  );
  pickNone();
  store.set(askedAtom, undefined);
  signIn({ rights: { twilio_conversation: rights } });
  store.set(colleaguesAtom, [
    { id: "ben", name: "Ben Sorensen", status: "available" },
    { id: "me", name: "Alice", status: "available" },
  ] as never);
});

describe("a tab", () => {
  const rows = {
    mine: conversation("r1", { assigned_user: { id: "me", name: "Alice" } }),
    free: conversation("r2", { work_state: null }),
    snoozed: conversation("r3", { work_state: "Snoozed" }),
    closed: conversation("r4", { work_state: "Closed" }),
  };
  it.each([
    ["unread", ["mine", "free"]],
    ["mine", ["mine", "free"]], // the list asks whose they are by itself
    ["unassigned", ["free"]],
    ["snoozed", ["snoozed"]],
    ["all", ["mine", "free", "snoozed", "closed"]],
  ] as const)("%s shows %o", (show, expected) => {
    const found = Object.entries(rows).filter(([, row]) => isShown(row, show));
    expect(found.map(([name]) => name)).toEqual(expected);
  });
});

describe("the times until which one snoozes", () => {
  const local = (zone: string, now: string) =>
    presetsIn(zone, new Date(now)).map(([label, at]) => `${label} ${at.toISOString()}`);
  it("go by the reader's clock", () => {
    expect(local("America/New_York", "2026-11-27T15:00:00Z")).toEqual([
      "In 1 hour 2026-11-27T16:00:00.000Z",
      "This evening 2026-11-27T23:00:00.000Z",
      "Tomorrow 2026-11-28T14:00:00.000Z",
      "Next Monday 2026-11-30T14:00:00.000Z",
    ]);
  });
  it("leave out an evening that is over", () => {
    expect(local("Europe/Berlin", "2026-11-27T19:00:00Z").map((one) => one.split(" 2026")[0])).toEqual([
      "In 1 hour",
      "Tomorrow",
      "Next Monday",
    ]);
  });
});

it("assigns to a colleague who is found, or to nobody", async () => {
  const user = userEvent.setup();
  conversation("a1", { assigned_user: { id: "me", name: "Alice" } });
  const onClose = vi.fn();
  const { unmount } = render(<AssignSheet ids={["a1"]} onClose={onClose} />);
  expect(screen.getByRole("button", { name: /Alice/ }).getAttribute("aria-pressed")).toBe("true");
  await user.type(screen.getByRole("searchbox", { name: "Find a person" }), "zzz");
  expect(screen.getByText("Nobody is called so.")).toBeDefined();
  await user.clear(screen.getByRole("searchbox"));
  await user.type(screen.getByRole("searchbox"), "sor{Enter}");
  expect(does).toHaveBeenCalledWith("POST /twilio/conversation/{id}/assign", {
    id: "a1",
    user: "ben",
    command: expect.any(String),
  });
  await waitFor(() => expect(said).toEqual(["success: 1 conversation assigned to Ben Sorensen."]));
  expect(onClose).toHaveBeenCalled();
  unmount();
  render(<AssignSheet ids={["a1"]} onClose={onClose} />);
  await user.click(screen.getByRole("button", { name: /Nobody/ }));
  await waitFor(() => expect(said.at(-1)).toBe("success: 1 conversation unassigned."));
});

it("snoozes until a preset or a picked time, and refuses the past", async () => {
  const user = userEvent.setup();
  conversation("s1");
  const onClose = vi.fn();
  const { unmount } = render(<SnoozeSheet ids={["s1"]} onClose={onClose} />);
  const field = screen.getByLabelText("Pick a time");
  for (const [value, problem] of [
    ["2020-01-01T09:00", "Choose a time in the future."],
    ["2099-01-01T09:00", "Choose a time within a year."],
  ] as const) {
    await user.clear(field);
    await user.type(field, value);
    await user.click(screen.getByRole("button", { name: "Snooze" }));
    expect(screen.getByRole("alert").textContent).toBe(problem);
  }
  expect(does).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: /^Tomorrow/ }));
  expect(onClose).toHaveBeenCalled();
  await waitFor(() => expect(said[0]).toMatch(/^success: 1 conversation snoozed until /));
  const [, until] = presetsIn(browserZone(), new Date()).find(([label]) => label === "Tomorrow") ?? [];
  expect(does.mock.calls[0]?.[1]).toMatchObject({ id: "s1", until: until?.toISOString() });
  unmount();
});

it("shows a change at once, takes it back where the server refuses, and says why", async () => {
  conversation("x1");
  does.mockRejectedValueOnce(
    new api.ApiError(409, { detail: "This conversation is closed. Reopen it before you snooze it." }),
  );
  const snoozing = snooze(["x1"], new Date(Date.now() + 60_000));
  expect(shown("x1")?.work_state).toBe("Snoozed");
  expect(await snoozing).toBe(false);
  expect(shown("x1")?.work_state).toBe("Open");
  expect(said).toEqual(["error: This conversation is closed. Reopen it before you snooze it."]);
  does.mockRejectedValueOnce(new api.ApiError(403, { detail: "You may not." }));
  await close(["x1"]);
  expect(said.at(-1)).toBe("warning: You may not.");
});

it("counts what was done of many, and says once why others were refused", async () => {
  for (const id of ["m1", "m2", "m3"]) {
    conversation(id);
  }
  const refusal = new api.ApiError(404, { detail: "It is gone." });
  does.mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
  await close(["m1", "m2", "m3"]);
  expect(said).toEqual(["error: It is gone.", "success: 1 conversation closed."]);
});

it("offers in the list what can be done, and picks", async () => {
  const user = userEvent.setup();
  const onDone = vi.fn();
  const row = conversation("l1");
  const { rerender } = render(<RowMenu conversation={row} onDone={onDone} />);
  const open = () => user.click(screen.getByRole("button", { name: "Actions for Mia Ortiz" }));
  await open();
  await user.click(screen.getByRole("menuitem", { name: "Close", hidden: true }));
  expect(onDone).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(said).toEqual(["success: 1 conversation closed."]));
  rerender(<RowMenu conversation={{ ...row, work_state: "Closed" }} onDone={onDone} />);
  await open();
  expect(screen.queryByRole("menuitem", { name: "Snooze…", hidden: true })).toBeNull();
  await user.click(screen.getByRole("menuitem", { name: "Reopen", hidden: true }));
  await open();
  await user.click(screen.getByRole("menuitem", { name: "Select", hidden: true }));
  expect([...store.get(pickedAtom)]).toEqual(["l1"]);
});

it("does the same to all that are picked", async () => {
  const user = userEvent.setup();
  for (const id of ["p1", "p2"]) {
    conversation(id);
    pick(id);
  }
  render(<PickedBar onDone={() => undefined} />);
  expect(screen.getByRole("status").textContent).toBe("2 selected");
  await user.click(screen.getByRole("button", { name: "Assign" }));
  expect(store.get(askedAtom)).toMatchObject({ what: "assign", ids: ["p1", "p2"] });
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(said).toEqual(["success: 2 conversations closed."]));
  expect(screen.queryByRole("toolbar")).toBeNull();
});

it("says in the thread that it rests, and reopens", async () => {
  const user = userEvent.setup();
  const row = conversation("t1", { work_state: "Snoozed", snoozed_until: "2026-11-30T14:00:00Z" });
  const { rerender } = render(<RestingLine conversation={row} />);
  expect(screen.getByText(/^Snoozed until .*2026/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Reopen" }));
  await waitFor(() => expect(said).toEqual(["success: 1 conversation reopened."]));
  rerender(<RestingLine conversation={{ ...row, work_state: "Open" }} />);
  expect(screen.queryByRole("button")).toBeNull();
});

it("offers nothing to those who may only read", () => {
  signIn({ rights: { twilio_conversation: { ...rights, update: false } } });
  const row = conversation("n1", { work_state: "Closed" });
  render(
    <>
      <WorkTools conversation={row} />
      <RestingLine conversation={row} />
    </>,
  );
  expect(screen.getByText("Closed")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
