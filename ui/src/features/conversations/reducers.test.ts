// @vitest-environment node
import { beforeEach, describe, expect, it } from "vitest";
import type { Change } from "@/api";
import { change } from "@/realtime/change.test-env";
import { createRouter } from "@/realtime/router";
import { createStore, entities, lists, transact } from "@/store";
import { outgoing, threads } from "@/thread";
import { consentList } from "./consent/lists";
import { conversationReducers, listWith, liveList, threadName } from "./reducers";
import { unread } from "./unread";

describe("what conversations hear", () => {
  const router = createRouter();
  router.register(conversationReducers);
  let store = createStore();
  const take = (...batch: Change[]) => transact((tx) => router.change(tx, batch), store);
  const snapshot = (topic: string, content: unknown) =>
    transact((tx) => router.snapshot(tx, topic, content), store);

  beforeEach(() => {
    store = createStore();
    snapshot("me", { badges: { conversations: { t1: 2 }, chats: { c1: 5 } } });
  });

  it("counts unread texts for the team, and lets a read one go", () => {
    take(
      change("twilio_conversation", "t2", { fields: { unread_messages: 3 } }),
      change("twilio_conversation", "t1", { fields: { unread_messages: 0 } }),
    );
    expect(store.get(unread.counts)).toEqual({ t2: 3 });
    expect(store.get(unread.total)).toBe(3);
  });

  it("lets the count of a removed one go, and leaves it where nothing is said of it", () => {
    take(change("twilio_conversation", "t1", { fields: { last_message: "Hi" } }));
    expect(store.get(unread.counts)).toEqual({ t1: 2 });
    take(change("twilio_conversation", "t1", { op: "removed", version: 3 }));
    expect(store.get(unread.counts)).toEqual({});
  });

  it("lists one that came about, and takes a removed one away", () => {
    transact((tx) => lists.set(tx, liveList, ["b1"]), store);
    take(change("twilio_conversation", "b2", { op: "created", version: 1, fields: { id: "b2" } }));
    expect(store.get(lists.atomOf(liveList))).toEqual(["b2", "b1"]);
    take(change("twilio_conversation", "b1", { op: "removed" }));
    expect(store.get(lists.atomOf(liveList))).toEqual(["b2"]);
  });

  it("lists one that came about with a contact, where those with him were asked for", () => {
    transact((tx) => lists.set(tx, listWith("c1"), []), store);
    const contacts = [
      { id: "c1", name: "Ann" },
      { id: "c2", name: "Bob" },
    ];
    take(change("twilio_conversation", "b3", { op: "created", version: 1, fields: { id: "b3", contacts } }));
    expect(store.get(lists.atomOf(listWith("c1")))).toEqual(["b3"]);
    expect(store.get(lists.atomOf(listWith("c2")))).toBeUndefined();
  });

  it("holds a conversation's newest messages, its participants, and that there are older ones", () => {
    const name = threadName("t9");
    snapshot(name, {
      conversation: { id: "t9", version: 1 },
      participants: [{ id: "p1", version: 1 }],
      messages: [{ id: "m8", version: 1, number: 8 }],
      older: true,
    });
    expect(store.get(threads.atomOf(name))).toEqual({ items: [{ id: "m8", number: 8 }], isComplete: false });
    expect(entities.read(store.get, "twilio_participant", "p1")?.version).toBe(1);
  });

  it("appends a text that follows, and takes what was sent from here out of those on their way", () => {
    const name = threadName("t9");
    snapshot(name, {
      conversation: { id: "t9", version: 1 },
      messages: [{ id: "w1", version: 1, number: 1 }],
    });
    const sent = { clientId: "mine", thread: name, place: 1, body: "Hi", at: "", phase: "sending" as const };
    store.set(outgoing.atomOf(name), [sent]);
    const fields = { id: "w2", number: 2, conversation: { id: "t9" }, client_id: "mine" };
    take(change("twilio_message", "w2", { op: "created", version: 1, fields }));
    expect(store.get(threads.atomOf(name))?.items.map((item) => item.number)).toEqual([1, 2]);
    expect(store.get(outgoing.atomOf(name))).toEqual([]);
  });

  it("keeps what is said of a number where it is looked at", () => {
    transact((tx) => lists.set(tx, consentList("+14155550134"), ["e1"]), store);
    const said = { id: "e2", number: "+14155550134", kind: "opt_out" };
    const other = { id: "e3", number: "+14155550199", kind: "opt_in" };
    take(
      change("consent_event", "e2", { op: "created", version: 1, fields: said }),
      change("consent_event", "e3", { op: "created", version: 1, fields: other }),
    );
    expect(store.get(lists.atomOf(consentList("+14155550134")))).toEqual(["e2", "e1"]);
    expect(store.get(lists.atomOf(consentList("+14155550199")))).toBeUndefined();
  });
});
