import { beforeEach, describe, expect, it } from "vitest";
import type { Change } from "@/api";
import { createRouter } from "@/realtime/router";
import { createStore, identityAtom, transact, unreadChatsAtom, unreadTextsAtom } from "@/store";
import { sessionReducers } from "./reducers";

const change = (object: string, id: string, fields: Record<string, unknown>, version = 2): Change => ({
  seq: 1,
  topics: ["me"],
  object,
  id,
  op: "updated",
  version,
  fields,
});

describe("what the topic me brings", () => {
  const store = createStore();
  const router = createRouter();
  router.register(sessionReducers);
  const take = (one: Change) => transact((tx) => router.change(tx, [one]), store);

  beforeEach(() => {
    store.set(identityAtom, {
      userId: "me",
      user: { id: "me", version: 1, name: "Alice" },
      organization: { id: "o", name: "Harbor" },
      rights: {},
      memberships: [],
      system: [],
      simulator: false,
    });
    transact((tx) => router.snapshot(tx, "me", { badges: { conversations: { t1: 2 }, chats: {} } }), store);
  });

  it("counts unread texts for the team, and lets a read one go", () => {
    take(change("twilio_conversation", "t2", { unread_messages: 3 }));
    take(change("twilio_conversation", "t1", { unread_messages: 0 }));
    expect(store.get(unreadTextsAtom)).toEqual({ t2: 3 });
  });

  it("counts my own unread of a chat, not the others'", () => {
    take(change("chat", "c1", { unread_messages: { me: 1, other: 9 } }));
    expect(store.get(unreadChatsAtom)).toEqual({ c1: 1 });
  });

  it("takes a newer reading of myself only", () => {
    take(change("user", "me", { name: "Alicia" }, 5));
    take(change("user", "me", { name: "Late" }, 4));
    take(change("user", "other", { name: "Bob" }, 9));
    expect(store.get(identityAtom)?.user.name).toBe("Alicia");
  });
});
