import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import * as notice from "@/lib/notice";
import { entities, lists, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { BellSheet } from "./BellSheet";
import { groupsOf } from "./groups";
import { MissedPage } from "./MissedPage";
import { NotificationSettingsPage } from "./NotificationSettingsPage";
import { type Kind, type NotificationRecord, object, shownList } from "./objects";
import { isOn } from "./preferences";
import { notificationReducers } from "./reducers";
import { inbox, unread } from "./unread";
import { sentenceOf } from "./words";

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: ({
    to,
    onClick,
    children,
    ...rest
  }: {
    to: string;
    onClick?: () => void;
    children: React.ReactNode;
  }) => (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault();
        onClick?.();
      }}
      {...rest}
    >
      {children}
    </a>
  ),
}));
vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  listRecords: vi.fn(),
  patchRecord: vi.fn(),
}));
const listRecords = vi.mocked(api.listRecords);
const patchRecord = vi.mocked(api.patchRecord);

let nth = 0;
const one = (over: Partial<NotificationRecord> = {}): NotificationRecord => ({
  id: `n${++nth}`,
  version: 1,
  kind: "Mention",
  user: { id: "me", name: "Alice" },
  actor: { id: "ben", name: "Ben" },
  record: { schema: "chat", id: "c1", name: "Everyone" },
  created_date: `2026-11-27T10:00:${String(nth).padStart(2, "0")}Z`,
  read: false,
  in_app: true,
  desktop: false,
  ...over,
});

/** A change as the hub sends it. */
function tell(record: NotificationRecord, op: "created" | "updated" | "removed" = "created"): void {
  const change = {
    seq: ++nth,
    topics: ["me"],
    object,
    id: record.id,
    op,
    version: record.version,
    fields: record,
  };
  transact((tx) => {
    entities.apply(tx, change as unknown as api.Change);
    notificationReducers.changes?.[object]?.(tx, change as unknown as api.Change, {} as never);
  });
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.spyOn(api.api, "patch").mockResolvedValue({ data: [] } as never);
  signIn();
  transact((tx) => {
    notificationReducers.snapshots?.me?.(tx, { badges: {} }, { name: "me", kind: "me", rest: "" });
    lists.set(tx, shownList, []);
  });
});
const patch = () => vi.mocked(api.api.patch);

describe("changes from the hub", () => {
  it("counts what is unread, and no longer what was read elsewhere", () => {
    const first = one();
    tell(first);
    tell(one({ kind: "Missed Call" }));
    expect([store.get(unread.total), store.get(inbox.total)]).toEqual([2, 1]);
    tell({ ...first, version: 2, read: true }, "updated");
    expect([store.get(unread.total), store.get(inbox.total)]).toEqual([1, 1]);
  });

  it("leaves out those of others and those that are sent by email alone", () => {
    tell(one({ user: { id: "eve", name: "Eve" } }));
    tell(one({ in_app: false }));
    expect(store.get(unread.total)).toBe(0);
  });

  it("is shown on the desktop while nobody looks, by its sentence", () => {
    vi.useFakeTimers();
    const show = vi.spyOn(notice, "showNotice").mockReturnValue(() => undefined);
    const visible = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    tell(one({ desktop: true }));
    vi.advanceTimersByTime(1_000);
    expect(show).not.toHaveBeenCalled();
    visible.mockReturnValue("hidden");
    tell(one({ desktop: true, text: "Look here" }));
    tell(one({ desktop: false }));
    vi.advanceTimersByTime(1_000);
    expect(show).toHaveBeenCalledTimes(1);
    expect(show).toHaveBeenCalledWith(
      expect.objectContaining({ title: "Ben mentioned you in Everyone", body: "Look here" }),
    );
    vi.useRealTimers();
    visible.mockRestore();
  });
});

it("each kind has a sentence", () => {
  const of = (kind: Kind, over: Partial<NotificationRecord> = {}) => sentenceOf(one({ kind, ...over }));
  expect([
    of("Direct Message"),
    of("Missed Call"),
    of("Assignment"),
    of("Chat Message Created"),
    of("Chat Updated"),
    of("Twilio Conversation Unread Messages"),
    of("Inbound SMS Alert"),
    of("SMS Outbound"),
    of("SMS Outbound", { actor: null }),
    of("Chat Message Created", { record: { schema: "chat", id: "c" }, subject: "Billing" }),
    of("Mention", { actor: { id: "x" }, record: { schema: "chat", id: "c" } }),
  ]).toEqual([
    "Ben sent you a message",
    "Missed call: Everyone",
    "Ben assigned Everyone to you",
    "Ben wrote in Everyone",
    "Ben changed Everyone",
    "Unread texts in Everyone",
    "New text in Everyone",
    "Ben sent a text in Everyone",
    "Switchboard sent a text in Everyone",
    "Ben wrote in Billing",
    "Someone mentioned you in a record",
  ]);
});

it("groups by kind and record, the newest first", () => {
  const [a, b, c] = [one(), one({ kind: "Direct Message" }), one({ read: true })];
  const groups = groupsOf([a, b, c]);
  expect(groups.map(({ newest, all, unread }) => [newest.id, all.length, unread])).toEqual([
    [c.id, 2, [a.id]],
    [b.id, 1, [b.id]],
  ]);
});

function show(page: React.ReactNode, rows: NotificationRecord[]) {
  listRecords.mockResolvedValue({ rows, hasNext: false } as never);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{page}</QueryClientProvider>);
}

describe("under the bell", () => {
  it("a press opens what it is about and marks the whole group as read", async () => {
    const rows = [one(), one({ text: "Again" })];
    const closed = vi.fn();
    show(<BellSheet onClose={closed} />, rows);
    const link = await screen.findByRole("link", { name: /Ben mentioned you in Everyone.*and 1 earlier/ });
    expect(link.getAttribute("href")).toBe("/view/chat/record/c1/standard");
    fireEvent.click(link);
    expect(patch()).toHaveBeenCalledWith(
      "/v1/object/notification",
      rows.toReversed().map(({ id }) => ({ id, read: true })),
    );
    expect(closed).toHaveBeenCalled();
  });

  it("all are marked as read at once, also those that are not listed", async () => {
    transact((tx) =>
      notificationReducers.snapshots?.me?.(tx, { badges: { notifications: { old: 1 } } }, {} as never),
    );
    show(<BellSheet onClose={vi.fn()} />, [one({ read: true })]);
    fireEvent.click(await screen.findByRole("button", { name: "Mark all read" }));
    expect(patch()).toHaveBeenCalledWith("/v1/object/notification", [{ id: "old", read: true }]);
  });

  it("an empty list and one that could not be read say so", async () => {
    show(<BellSheet onClose={vi.fn()} />, []);
    expect(await screen.findByText("No notifications yet")).toBeTruthy();
  });
});

describe("the inbox", () => {
  it("holds what waits until it is done, and takes it back", async () => {
    const call = one({ kind: "Missed Call", actor: null, record: { schema: "call", id: "k", name: "Dana" } });
    show(<MissedPage />, [call, one({ kind: "Chat Updated" })]);
    patchRecord.mockImplementation((_, fields) =>
      Promise.resolve({ ...call, ...fields, version: 2 } as never),
    );
    fireEvent.click(await screen.findByRole("button", { name: "Done: Missed call: Dana" }));
    await waitFor(() => expect(screen.getByText("Nothing is waiting for you")).toBeTruthy());
    expect(patchRecord).toHaveBeenCalledWith(
      object,
      { id: call.id, done: true, read: true },
      expect.any(String),
    );
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.getByRole("button", { name: "Put back: Missed call: Dana" })).toBeTruthy();
  });
});

describe("the settings", () => {
  it("store one cell of the matrix and keep the other choices", async () => {
    signIn({
      user: { settings: { notifications: { calls: true, kinds: { Mention: { desktop: false } } } } },
    });
    patchRecord.mockResolvedValue({ id: "me", version: 10_000_000 } as never);
    render(<NotificationSettingsPage />);
    const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Mention: Email" });
    expect([
      box.checked,
      screen.getByRole<HTMLInputElement>("checkbox", { name: "Mention: Desktop" }).checked,
    ]).toEqual([false, false]);
    await act(async () => fireEvent.click(box));
    expect(patchRecord).toHaveBeenCalledWith(
      "user",
      {
        id: "me",
        settings: { notifications: { calls: true, kinds: { Mention: { desktop: false, email: true } } } },
      },
      expect.any(String),
    );
  });

  it("tell of every kind in the app, and of most on the desktop, unless something else was chosen", () => {
    expect(isOn({}, "Chat Updated", "in_app")).toBe(true);
    expect(isOn({}, "Chat Updated", "desktop")).toBe(false);
    expect(isOn({}, "Missed Call", "desktop")).toBe(true);
    expect(isOn({}, "Missed Call", "email")).toBe(false);
    expect(isOn({ kinds: { Mention: { email: true } } }, "Mention", "email")).toBe(true);
  });
});
