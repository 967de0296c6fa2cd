import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { colleaguesAtom, entities, lists, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { outgoing, threads } from "@/thread";
import { createChat, loadOlder, markRead, sendMessage } from "./actions";
import { chat } from "./index";
import { NewChatDialog } from "./NewChatDialog";
import type { ChatRecord } from "./objects";
import { newestFirst, unreadOf } from "./order";
import { liveList, threadName } from "./reducers";
import { noteTyping, typistsAtom } from "./typing";
import { createTypingTeller, useTypists } from "./useTyping";

outgoing.register(chat);

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  createRecord: vi.fn(),
  listRecords: vi.fn(),
}));
const createRecord = vi.mocked(api.createRecord);
const listRecords = vi.mocked(api.listRecords);

beforeEach(() => {
  signIn();
  vi.clearAllMocks();
});

/** Fills a thread with messages of these numbers. */
function fill(chat: string, from: number, to: number): void {
  const records = Array.from({ length: to - from + 1 }, (_, index) => ({
    id: `${chat} m${from + index}`,
    version: 1,
    number: from + index,
  }));
  transact((tx) => threads.newest(tx, threadName(chat), records, 2));
}
const numbers = (chat: string) =>
  store.get(threads.atomOf(threadName(chat)))?.items.map((item) => item.number);

describe("sending a chat message", () => {
  it("shows it at once and stores it under the id that it was shown with", async () => {
    fill("c1", 1, 2);
    createRecord.mockResolvedValueOnce({ id: "c1 m3", version: 1, number: 3 });
    const sent = sendMessage("c1", "Hello");
    const [shown] = store.get(outgoing.atomOf(threadName("c1")));
    expect(shown).toMatchObject({ body: "Hello", phase: "sending" });
    await sent;
    expect(createRecord).toHaveBeenCalledWith(
      "chat_message",
      expect.objectContaining({ chat: "c1", body: "Hello", user: "me", client_id: shown?.clientId }),
      shown?.clientId,
    );
    expect(store.get(outgoing.atomOf(threadName("c1")))).toEqual([]);
    expect(numbers("c1")).toEqual([1, 2, 3]);
  });

  it("names it by its beginning", async () => {
    createRecord.mockResolvedValueOnce({ id: "long", version: 1, number: 1 });
    await sendMessage("c2", "x".repeat(200));
    expect(createRecord.mock.calls[0]?.[1].name).toHaveLength(80);
  });
});

describe("older messages", () => {
  it("are read before the oldest one held", async () => {
    fill("c3", 5, 6);
    const rows = [4, 3].map((number) => ({ id: `c3 m${number}`, version: 1, number }));
    listRecords.mockResolvedValueOnce({ rows } as never);
    await loadOlder("c3");
    expect(listRecords.mock.calls[0]?.[1]).toMatchObject({
      order: "-number",
      filter: [
        { field: "chat", operator: "=", value: "c3" },
        { field: "number", operator: "<", value: 5 },
      ],
    });
    expect(numbers("c3")).toEqual([3, 4, 5, 6]);
    expect(entities.read(store.get, "chat_message", "c3 m3")?.version).toBe(1);
  });

  it("of a thread that is not known are not asked for", async () => {
    await loadOlder("unknown");
    expect(listRecords).not.toHaveBeenCalled();
  });
});

it("reading moves my own position", async () => {
  const post = vi.spyOn(api.api, "post").mockResolvedValue({} as never);
  await markRead("c1", 7);
  expect(post).toHaveBeenCalledWith("/v1/chat/c1/read", { number: 7 });
});

describe("a new chat", () => {
  const people = ["me", "bob", "eve"].map((id) => ({ id, name: id, status: "available" as const }));

  beforeEach(() => store.set(colleaguesAtom, people as never));
  afterEach(() => store.set(colleaguesAtom, undefined));

  it("is listed as soon as the server has it", async () => {
    transact((tx) => lists.set(tx, liveList, ["old"]));
    createRecord.mockResolvedValueOnce({ id: "new", version: 1, name: "Billing" });
    await createChat("Billing", ["me", "bob"], true);
    expect(createRecord).toHaveBeenCalledWith("chat", {
      name: "Billing",
      members: ["me", "bob"],
      private: true,
    });
    expect(store.get(lists.atomOf(liveList))).toEqual(["new", "old"]);
  });

  it("has a name and somebody else in it, and me", async () => {
    const onCreated = vi.fn();
    render(<NewChatDialog onClose={vi.fn()} onCreated={onCreated} />);
    expect(screen.queryByRole("checkbox", { name: /^me/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Create chat" }));
    expect(screen.getByText("Name is required")).toBeTruthy();
    expect(screen.getByText("Please choose at least one colleague.")).toBeTruthy();
    expect(createRecord).not.toHaveBeenCalled();

    createRecord.mockResolvedValueOnce({ id: "new", version: 1 });
    await userEvent.type(screen.getByLabelText(/^Name/), "  Billing ");
    await userEvent.click(screen.getByRole("checkbox", { name: /^eve/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: /^bob/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: /^eve/ }));
    await userEvent.click(screen.getByRole("button", { name: "Create chat" }));
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith({ id: "new", version: 1 }));
    expect(createRecord).toHaveBeenCalledWith("chat", {
      name: "Billing",
      members: ["me", "bob"],
      private: false,
    });
  });

  it("that the server refuses says why, and can be tried again", async () => {
    createRecord.mockRejectedValueOnce(new api.ApiError(422, { detail: "The name is taken." }));
    render(<NewChatDialog onClose={vi.fn()} onCreated={vi.fn()} />);
    await userEvent.type(screen.getByLabelText(/^Name/), "Billing");
    await userEvent.click(screen.getByRole("checkbox", { name: /^bob/ }));
    await userEvent.click(screen.getByRole("button", { name: "Create chat" }));
    expect(await screen.findByText("The name is taken.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Create chat" }).disabled).toBe(false);
  });
});

describe("the order of chats", () => {
  const chat = (id: string, over: object = {}) => ({ id, version: 1, ...over }) as ChatRecord;

  it("puts what I have not read first, then the newest", () => {
    const chats = [
      chat("old", { last_message_at: "2026-01-01T00:00:00Z" }),
      chat("new", { last_message_at: "2026-03-01T00:00:00Z" }),
      chat("unread", { last_message_at: "2025-01-01T00:00:00Z", unread_messages: { me: 1 } }),
      chat("others", { modified_date: "2026-02-01T00:00:00Z", unread_messages: { bob: 9 } }),
    ];
    expect(chats.sort(newestFirst("me")).map((one) => one.id)).toEqual(["unread", "new", "others", "old"]);
  });

  it("counts nothing for nobody", () => {
    expect(unreadOf(chat("c", { unread_messages: { me: 3 } }), undefined)).toBe(0);
    expect(unreadOf(chat("c"), "me")).toBe(0);
  });
});

describe("signs of typing", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const note = (user: string, typing: boolean, topic = "chat:1") =>
    act(() => transact((tx) => noteTyping(tx, { topic, user: { id: user, name: user }, typing })));

  it("show who types until he stops, or says nothing more for six seconds", () => {
    const { result } = renderHook(() => useTypists("chat:1"));
    note("Bob", true);
    note("Eve", true);
    expect(result.current).toEqual(["Bob", "Eve"]);
    note("Bob", false);
    expect(result.current).toEqual(["Eve"]);
    act(() => vi.advanceTimersByTime(7_000));
    expect(result.current).toEqual([]);
  });

  it("are forgotten with their topics, so that nothing piles up", () => {
    for (let index = 0; index < 50; index++) {
      note("Bob", true, `chat:${index}`);
    }
    vi.advanceTimersByTime(10_000);
    note("Eve", true, "chat:new");
    expect(Object.keys(store.get(typistsAtom))).toEqual(["chat:new"]);
  });

  it("are told at the first key, every three seconds, and at the end", () => {
    const said: unknown[] = [];
    let now = 10_000;
    const tell = createTypingTeller(
      "chat:1",
      () => now,
      (_, payload) => said.push((payload as { typing: boolean }).typing),
    );
    tell(false);
    tell(true);
    now += 2_999;
    tell(true);
    expect(said).toEqual([true]);
    now += 1;
    tell(true);
    tell(false);
    tell(false);
    expect(said).toEqual([true, true, false]);
  });
});
