// @vitest-environment node
import { beforeEach, describe, expect, it } from "vitest";
import type { Change } from "@/api";
import { change } from "@/realtime/change.test-env";
import { createRouter } from "@/realtime/router";
import { createStore, entities, lists, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { outgoing, threads } from "@/thread";
import { chatReducers, liveList, threadName } from "./reducers";
import { typistsAtom } from "./typing";
import { unread } from "./unread";

describe("what chats hear", () => {
  const router = createRouter();
  router.register(chatReducers);
  let store = createStore();
  const take = (...batch: Change[]) => transact((tx) => router.change(tx, batch), store);
  const snapshot = (topic: string, content: unknown) =>
    transact((tx) => router.snapshot(tx, topic, content), store);

  beforeEach(() => {
    store = createStore();
    signIn({}, store);
    snapshot("me", { badges: { conversations: { t1: 2 }, chats: {} } });
  });

  it("counts my own unread of a chat, not the others'", () => {
    take(change("chat", "c1", { fields: { unread_messages: { me: 1, other: 9 } } }));
    expect(store.get(unread.counts)).toEqual({ c1: 1 });
    expect(store.get(unread.total)).toBe(1);
  });

  it("takes the counts of the snapshot, and lets a closed or removed chat go", () => {
    snapshot("me", { badges: { chats: { c1: 4, c2: 1, c3: 2 } } });
    take(change("chat", "c1", { fields: { status: "Closed" } }), change("chat", "c2", { op: "removed" }));
    expect(store.get(unread.counts)).toEqual({ c3: 2 });
  });

  it("lists a chat that came about, and takes away one that was closed", () => {
    transact((tx) => lists.set(tx, liveList, ["a1"]), store);
    const whole = { id: "a2", name: "Billing", status: "Active" };
    take(change("chat", "a2", { op: "created", version: 1, fields: whole }));
    expect(store.get(lists.atomOf(liveList))).toEqual(["a2", "a1"]);
    take(change("chat", "a2", { version: 2, fields: { status: "Closed" } }));
    expect(store.get(lists.atomOf(liveList))).toEqual(["a1"]);
  });

  describe("of messages", () => {
    const name = threadName("c9");
    const message = (id: string, number: number, over: object = {}) => ({
      id,
      version: 1,
      number,
      chat: { id: "c9" },
      user: { id: "bob", name: "Bob" },
      ...over,
    });
    const numbers = () => store.get(threads.atomOf(name))?.items.map((item) => item.number);

    beforeEach(() =>
      snapshot(name, { chat: { id: "c9", version: 1 }, messages: [message("n2", 2), message("n1", 1)] }),
    );

    it("holds the newest page, oldest first, and appends what follows", () => {
      expect(numbers()).toEqual([1, 2]);
      take(change("chat_message", "n3", { op: "created", version: 1, fields: message("n3", 3) }));
      expect(numbers()).toEqual([1, 2, 3]);
      expect(entities.read(store.get, "chat_message", "n3")?.record.number).toBe(3);
    });

    it("asks for a fresh look where one was missed, and shows no hole", async () => {
      const asked: string[] = [];
      const large = { needs: () => false, announce: () => undefined };
      router.attach({ again: (topic) => asked.push(topic), large });
      take(change("chat_message", "n7", { op: "created", version: 1, fields: message("n7", 7) }));
      await Promise.resolve();
      expect(asked).toEqual([name]);
      expect(numbers()).toEqual([1, 2]);
    });

    it("takes the one that was sent from here out of those on their way", () => {
      const sent = {
        clientId: "mine",
        thread: name,
        place: 1,
        body: "Hi",
        at: "",
        phase: "sending" as const,
      };
      store.set(outgoing.atomOf(name), [sent, { ...sent, clientId: "other" }]);
      const stored = message("n4", 3, { client_id: "mine" });
      take(change("chat_message", "n4", { op: "created", version: 1, fields: stored }));
      expect(store.get(outgoing.atomOf(name)).map((one) => one.clientId)).toEqual(["other"]);
    });

    it("ends the sign that their writer types", () => {
      transact((tx) => {
        router.fleeting(tx, "typing", { topic: name, user: { id: "bob", name: "Bob" }, typing: true });
        router.fleeting(tx, "typing", { topic: name, user: { id: "eve", name: "Eve" }, typing: true });
      }, store);
      take(change("chat_message", "n5", { op: "created", version: 1, fields: message("n5", 3) }));
      expect(store.get(typistsAtom)[name]?.map((typist) => typist.name)).toEqual(["Eve"]);
    });
  });
});
