import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { withQueries } from "@/queries.test-env";
import { keep, lists, shownAtom, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { outgoing, threads } from "@/thread";
import { cancelText, loadOlder, markRead, sendText } from "./actions";
import { useConsentEvents } from "./consent/events";
import { consentList } from "./consent/lists";
import { conversations } from "./index";
import { authorOf, conversationName } from "./naming";
import type { ConversationRecord, TextMessage } from "./objects";
import { threadName } from "./reducers";

outgoing.register(conversations);

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  listRecords: vi.fn(),
  patchRecord: vi.fn(),
}));
const listRecords = vi.mocked(api.listRecords);
const patchRecord = vi.mocked(api.patchRecord);

beforeEach(() => {
  vi.clearAllMocks();
  signIn({ rights: { consent_event: { read: true, create: false, update: false, delete: false } } });
});

const numbers = (id: string) => store.get(threads.atomOf(threadName(id)))?.items.map((item) => item.number);

function fill(id: string, ...held: number[]): void {
  const records = held.map((number) => ({ id: `${id} m${number}`, version: 1, number }));
  transact((tx) => threads.newest(tx, threadName(id), records, 1));
}

describe("sending a text", () => {
  it("goes with the id that it is shown under, as message and as command", async () => {
    fill("t1", 1);
    const stored = { id: "t1 m2", version: 1, number: 2, direction: "outgoing" };
    const post = vi.spyOn(api.api, "post").mockResolvedValue({ data: stored } as never);
    const sent = sendText("t1", "On our way");
    const [shown] = store.get(outgoing.atomOf(threadName("t1")));
    await sent;
    expect(post).toHaveBeenCalledWith("/v1/twilio/message", {
      conversation: "t1",
      body: "On our way",
      client_id: shown?.clientId,
      command: shown?.clientId,
    });
    expect(numbers("t1")).toEqual([1, 2]);
    expect(store.get(outgoing.atomOf(threadName("t1")))).toEqual([]);
  });

  it("that a rule forbids stays in its place, with the rule", async () => {
    const refusal = new api.ApiError(422, { detail: "Opted out." });
    vi.spyOn(api.api, "post").mockRejectedValue(refusal);
    await sendText("t2", "Hi");
    expect(store.get(outgoing.atomOf(threadName("t2")))).toMatchObject([
      { phase: "failed", problem: "Opted out.", isRule: true },
    ]);
  });

  it("can be taken back while it waits", async () => {
    const data = { id: "w1", version: 2, sending: "cancelled" };
    const post = vi.spyOn(api.api, "post").mockResolvedValue({ data } as never);
    await cancelText("w1");
    expect(post.mock.calls[0]?.[0]).toBe("/v1/twilio/message/w1/cancel");
    expect(store.get(shownAtom("twilio_message", "w1"))?.record.sending).toBe("cancelled");
  });
});

describe("reading a conversation", () => {
  it("clears the badge at once, and brings it back where the server refuses", async () => {
    keep("twilio_conversation", [{ id: "t3", version: 1, unread_messages: 4 }]);
    const unread = () => store.get(shownAtom("twilio_conversation", "t3"))?.record.unread_messages;
    patchRecord.mockRejectedValueOnce(new api.ApiError(403, {}));
    const refused = markRead("t3");
    expect(unread()).toBe(0);
    await expect(refused).rejects.toBeInstanceOf(api.ApiError);
    expect(unread()).toBe(4);
    patchRecord.mockResolvedValueOnce({ id: "t3", version: 2, unread_messages: 0 });
    await markRead("t3");
    expect(unread()).toBe(0);
    expect(patchRecord).toHaveBeenLastCalledWith(
      "twilio_conversation",
      { id: "t3", unread_messages: 0 },
      expect.any(String),
    );
  });

  it("fetches what is older than the oldest held, and knows its end", async () => {
    fill("t4", 3, 4);
    listRecords.mockResolvedValueOnce({
      rows: [2, 1].map((number) => ({ id: `t4 m${number}`, version: 1, number })),
    } as never);
    await loadOlder("t4");
    expect(listRecords.mock.calls[0]?.[1].filter).toContainEqual({
      field: "number",
      operator: "<",
      value: 3,
    });
    expect(numbers("t4")).toEqual([1, 2, 3, 4]);
    expect(store.get(threads.atomOf(threadName("t4")))?.isComplete).toBe(true);
  });
});

describe("names", () => {
  const conversation = (over: object) => ({ id: "t", version: 1, ...over }) as ConversationRecord;
  const text = (over: object) => ({ id: "m", version: 1, direction: "incoming", ...over }) as TextMessage;

  it.each([
    [
      "its contacts",
      {
        contacts: [
          { id: "a", name: "Mia" },
          { id: "b", name: "Ben" },
        ],
        name: "x",
      },
      "Mia, Ben",
    ],
    ["its own name", { contacts: [{ id: "a", name: "" }], friendly_name: "Porch repair" }, "Porch repair"],
    ["its own number, formatted", { name: "+14155550134" }, "(415) 555-0134"],
    [
      "the numbers in it",
      { contact_phones: ["+14155550134", "+14155550135"] },
      "(415) 555-0134, (415) 555-0135",
    ],
    ["nobody known", {}, "Unknown sender"],
  ])("a conversation by %s", (_, over, name) => {
    expect(conversationName(conversation(over))).toBe(name);
  });

  it("the author of a text by what is nearest", () => {
    const inside = conversation({ contacts: [{ id: "a", name: "Mia" }] });
    expect(authorOf(text({ contact: { id: "b", name: "Ben" } }), inside)).toBe("Ben");
    expect(authorOf(text({ contact_name: "Benny" }), inside)).toBe("Benny");
    expect(authorOf(text({}), inside)).toBe("Mia");
    expect(authorOf(text({}), undefined)).toBe("Unknown sender");
    expect(authorOf(text({ direction: "outgoing", user: { id: "u", name: "Alice" } }), inside)).toBe("Alice");
    expect(authorOf(text({ direction: "outgoing", user_name: "Gone" }), inside)).toBe("Gone");
    expect(authorOf(text({ direction: "outgoing" }), inside)).toBe("You");
  });
});

describe("what was said about texting a number", () => {
  const event = (id: string, number: string) => ({ id, version: 1, number, kind: "opt_in" });

  it("is read once for all its numbers, and followed", async () => {
    listRecords.mockResolvedValueOnce({ rows: [event("e1", "+1415"), event("e2", "+1416")] } as never);
    const { result } = renderHook(() => useConsentEvents(["+1416", "+1415", "+1415"]), {
      wrapper: withQueries(),
    });
    expect(result.current).toBeUndefined();
    await waitFor(() => expect(result.current?.map((one) => one.id)).toEqual(["e1", "e2"]));
    expect(listRecords.mock.calls[0]?.[1].filter).toEqual([
      { field: "number", operator: "IN", value: ["+1415", "+1416"] },
    ]);
    keep("consent_event", [event("e3", "+1416")]);
    transact((tx) => lists.add(tx, consentList("+1416"), "e3"));
    await waitFor(() => expect(result.current?.map((one) => one.id)).toEqual(["e1", "e3", "e2"]));
    expect(listRecords).toHaveBeenCalledTimes(1);
  });

  it("is asked for by nobody who may not read it, and of no numbers", async () => {
    signIn();
    const forbidden = renderHook(() => useConsentEvents(["+1417"]), { wrapper: withQueries() });
    await Promise.resolve();
    expect(forbidden.result.current).toBeUndefined();
    forbidden.unmount();
    signIn({ rights: { consent_event: { read: true, create: false, update: false, delete: false } } });
    renderHook(() => useConsentEvents([]), { wrapper: withQueries() });
    await Promise.resolve();
    expect(listRecords).not.toHaveBeenCalled();
  });

  it("is read again where the store let it go meanwhile", async () => {
    listRecords.mockResolvedValue({ rows: [event("e9", "+1499")] } as never);
    const wrapper = withQueries();
    const first = renderHook(() => useConsentEvents(["+1499"]), { wrapper });
    await waitFor(() => expect(first.result.current).toHaveLength(1));
    first.unmount();
    for (let index = 0; index < 2_000; index++) {
      transact((tx) => lists.set(tx, `other ${index}`, ["x"]));
    }
    expect(store.get(lists.atomOf(consentList("+1499")))).toBeUndefined();
    const again = renderHook(() => useConsentEvents(["+1499"]), { wrapper });
    await waitFor(() => expect(again.result.current?.map((one) => one.id)).toEqual(["e9"]));
    expect(listRecords).toHaveBeenCalledTimes(2);
  });
});
