// @vitest-environment node
import { beforeEach, describe, expect, it } from "vitest";
import type { Change } from "@/api";
import { zone } from "@/lib/zone";
import { change } from "@/realtime/change.test-env";
import { createRouter } from "@/realtime/router";
import { createStore, identityAtom, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { sessionReducers } from "./reducers";

describe("what the topic me brings", () => {
  const store = createStore();
  const router = createRouter();
  router.register(sessionReducers);
  const take = (one: Change) => transact((tx) => router.change(tx, [one]), store);

  beforeEach(() => {
    signIn({ user: { version: 1 } }, store);
  });

  it("takes a newer reading of myself only", () => {
    take(change("user", "me", { topics: ["me"], fields: { name: "Alicia" }, version: 5 }));
    take(change("user", "me", { topics: ["me"], fields: { name: "Late" }, version: 4 }));
    take(change("user", "other", { topics: ["me"], fields: { name: "Bob" }, version: 9 }));
    expect(store.get(identityAtom)?.user.name).toBe("Alicia");
  });

  it("shows times in the zone that I set elsewhere", () => {
    take(change("user", "me", { topics: ["me"], fields: { time_zone: "Asia/Tokyo" }, version: 15 }));
    expect(zone()).toBe("Asia/Tokyo");
    take(change("user", "me", { topics: ["me"], fields: { time_zone: null }, version: 16 }));
    expect(zone()).toBeUndefined();
  });
});
