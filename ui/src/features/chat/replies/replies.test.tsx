import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { change } from "@/realtime/change.test-env";
import { createRouter } from "@/realtime/router";
import { colleaguesAtom, keep, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { outgoing, threads } from "@/thread";
import { ChatMessageRow } from "../ChatMessageRow";
import { chat as feature } from "../index";
import { type ChatMessage, type ChatRecord, messages, object, repliesName } from "../objects";
import { chatReducers, staleAtom } from "../reducers";
import { ThreadPanel } from "./ThreadPanel";

outgoing.register(feature);
const router = createRouter();
router.register(chatReducers);

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  createRecord: vi.fn(),
  getRecord: vi.fn(),
  listRecords: vi.fn(),
}));
const createRecord = vi.mocked(api.createRecord);
const getRecord = vi.mocked(api.getRecord);
const listRecords = vi.mocked(api.listRecords);

let nth = 0;
const chat = { id: "c1", version: 1, name: "Floor", last_number: 1, members: [{ id: "me" }] } as ChatRecord;
const message = (over: Partial<ChatMessage> = {}) =>
  ({
    id: `r${++nth}`,
    version: 1,
    chat: { id: "c1" },
    body: "Hello",
    user: { id: "eve", name: "Eve" },
    created_date: "2026-11-27T10:00:00Z",
    ...over,
  }) as ChatMessage;

beforeEach(() => {
  signIn();
  vi.clearAllMocks();
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  store.set(colleaguesAtom, [{ id: "eve", name: "Eve", status: "available" }] as never);
  Element.prototype.scrollBy = () => undefined;
  // A virtual list shows nothing where nothing has a height.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

function open(parent: ChatMessage, replies: readonly ChatMessage[], of: Partial<ChatRecord> = {}) {
  getRecord.mockResolvedValue(parent);
  listRecords.mockResolvedValue({ rows: [...replies].reverse() } as never);
  keep(object, [{ ...chat, version: ++nth, ...of }]);
  const onClose = vi.fn();
  render(
    <ThreadPanel
      chat={{ ...chat, ...of } as ChatRecord}
      parent={parent.id}
      at={undefined}
      onTyping={vi.fn()}
      onClose={onClose}
    />,
  );
  return onClose;
}
const numbers = (parent: string) =>
  store.get(threads.atomOf(repliesName(parent)))?.items.map(({ number }) => number);

describe("a message with replies", () => {
  const show = (one: ChatMessage) => {
    keep(messages, [one]);
    const onThread = vi.fn();
    render(<ChatMessageRow id={one.id} above={undefined} readNumber={undefined} onThread={onThread} />);
    return onThread;
  };

  it("says how many, when the last one came and what is new, and opens them", async () => {
    const one = message({
      reply_count: 3,
      last_reply_at: new Date(Date.now() - 5 * 60_000).toISOString(),
      repliers: [{ id: "eve", name: "Eve" }],
    });
    keep(object, [
      {
        ...chat,
        version: ++nth,
        unread_replies: { me: { [one.id]: 2 }, eve: { [one.id]: 9 } },
      } as ChatRecord,
    ]);
    const onThread = show(one);
    const line = screen.getByRole("button", {
      name: /^3 replies · last 5 min ago\s*2 new$/,
    });
    expect(line.textContent).toContain("3 replies");
    await userEvent.click(line);
    expect(onThread).toHaveBeenCalledWith(one.id);
  });

  it("without any offers to reply; a reply that is in the chat, too, leads to its thread", async () => {
    const first = message();
    expect(show(first)).toHaveBeenCalledTimes(0);
    expect(screen.queryByText(/replies/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Reply in thread" }));
    const opened = show(message({ parent: { id: "p9" }, in_chat: true, number: 2 }));
    await userEvent.click(screen.getByRole("button", { name: "Reply in a thread" }));
    expect(opened).toHaveBeenCalledWith("p9");
  });
});

describe("an open thread", () => {
  it("has the message and its replies, and says that they are read", async () => {
    const post = vi.spyOn(api.api, "post").mockResolvedValue({ data: undefined } as never);
    const parent = message({ body: "Lunch?", reply_count: 2 });
    const close = open(parent, [message({ reply_number: 1 }), message({ reply_number: 2 })], {
      unread_replies: { me: { [parent.id]: 1 } },
    });
    expect(await screen.findByText("Lunch?")).toBeTruthy();
    expect(screen.getByText("2 replies")).toBeTruthy();
    expect(numbers(parent.id)).toEqual([1, 2]);
    await waitFor(() =>
      expect(post).toHaveBeenCalledWith(`/v1/chat/message/${parent.id}/read`, expect.anything()),
    );
    fireEvent.keyDown(screen.getByRole("textbox", { name: "Reply" }), { key: "Escape" });
    expect(close).toHaveBeenCalled();
  });

  it("sends replies to it, also to the chat if that is ticked, once", async () => {
    const parent = message();
    open(parent, []);
    const field = await screen.findByRole("textbox", { name: "Reply" });
    createRecord.mockResolvedValueOnce(message({ reply_number: 1, parent: { id: parent.id } }));
    await userEvent.type(field, "Yes{Enter}");
    await waitFor(() => expect(createRecord).toHaveBeenCalledTimes(1));
    expect(createRecord.mock.calls[0]?.[1]).toMatchObject({
      chat: "c1",
      parent: parent.id,
      in_chat: false,
      body: "Yes",
    });
    const tick = screen.getByRole<HTMLInputElement>("checkbox", { name: "Also send to Floor" });
    await userEvent.click(tick);
    createRecord.mockResolvedValueOnce(
      message({ reply_number: 2, number: 2, parent: { id: parent.id }, in_chat: true }),
    );
    await userEvent.type(field, "All{Enter}");
    await waitFor(() => expect(createRecord).toHaveBeenCalledTimes(2));
    expect(createRecord.mock.calls[1]?.[1]).toMatchObject({ in_chat: true, body: "All" });
    expect(tick.checked).toBe(false);
    await waitFor(() => expect(numbers(parent.id)).toEqual([1, 2]));
  });

  it("gets replies of others, and is read again where one was missed", async () => {
    const parent = message();
    open(parent, [message({ reply_number: 1 })]);
    await waitFor(() => expect(numbers(parent.id)).toEqual([1]));
    const reply = (number: number) => {
      const one = message({ reply_number: number, parent: { id: parent.id } });
      return change(messages, one.id, { op: "created", fields: one as never });
    };
    act(() => transact((tx) => router.change(tx, [reply(2)])));
    expect(numbers(parent.id)).toEqual([1, 2]);
    const stale = store.get(staleAtom);
    act(() => transact((tx) => router.change(tx, [reply(5)])));
    expect(numbers(parent.id)).toEqual([1, 2]);
    expect(store.get(staleAtom)).toBe(stale + 1);
    await waitFor(() => expect(listRecords).toHaveBeenCalledTimes(2));
  });

  it("that can't be read says why, and is read again", async () => {
    const parent = message();
    getRecord.mockRejectedValueOnce(new api.ApiError(503, { detail: "Not now." }));
    listRecords.mockResolvedValueOnce({ rows: [] } as never);
    keep(object, [{ ...chat, version: ++nth }]);
    render(
      <ThreadPanel chat={chat} parent={parent.id} at={undefined} onTyping={vi.fn()} onClose={vi.fn()} />,
    );
    expect((await screen.findByRole("alert")).textContent).toContain("Not now.");
    getRecord.mockResolvedValue(parent);
    listRecords.mockResolvedValue({ rows: [] } as never);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No replies yet")).toBeTruthy();
  });
});
