// @vitest-environment node
import { beforeEach, describe, expect, it } from "vitest";
import type { Change } from "@/api";
import { createRouter } from "@/realtime/router";
import { createStore, identityAtom, takeIdentity, transact } from "@/store";
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
    const identity = {
      userId: "me",
      user: { id: "me", version: 1, name: "Alice" },
      organization: { id: "o", name: "Harbor" },
      rights: {},
      memberships: [],
      system: [],
      simulator: false,
    };
    transact((tx) => takeIdentity(tx, identity), store);
  });

  it("takes a newer reading of myself only", () => {
    take(change("user", "me", { name: "Alicia" }, 5));
    take(change("user", "me", { name: "Late" }, 4));
    take(change("user", "other", { name: "Bob" }, 9));
    expect(store.get(identityAtom)?.user.name).toBe("Alicia");
  });
});
