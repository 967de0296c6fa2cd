// @vitest-environment node
import { describe, expect, it, vi } from "vitest";
import type { Change } from "@/api";
import { createEntities, createLedger, createStore, transact } from "@/store";
import { change as changeOf } from "./change.test-env";
import { createRouter, parseTopic } from "./router";

const change = (over: Partial<Change>) =>
  changeOf("call", "k1", { op: "created", version: 1, fields: { status: "ringing" }, ...over });

function setUp() {
  const store = createStore();
  const entities = createEntities();
  const ledger = createLedger();
  const router = createRouter(entities, ledger);
  const take = (...batch: Change[]) => transact((tx) => router.change(tx, batch), store);
  return { store, entities, ledger, router, take };
}

describe("router", () => {
  it("applies the record first, then asks the features of that object and those of all", () => {
    const { entities, router, take } = setUp();
    const seen: string[] = [];
    router.register({
      changes: {
        call: (tx, one, { applied }) =>
          seen.push(`call ${applied} ${entities.read(tx.get, "call", one.id)?.version}`),
        contact: () => seen.push("contact"),
        "*": (_, one) => seen.push(`all ${one.object}`),
      },
    });
    take(change({}));
    expect(seen).toEqual(["call applied 1", "all call"]);
  });

  it("takes the patch of an echoed command away", () => {
    const { store, ledger, take } = setUp();
    transact(
      (tx) => ledger.begin(tx, { command: "x", object: "call", id: "k1", fields: { status: "completed" } }),
      store,
    );
    take(change({ command: "x" }));
    expect(store.get(ledger.atomOf("call", "k1"))).toEqual([]);
  });

  it("tells readers of a whole batch once", () => {
    const { store, entities, take } = setUp();
    const heard = vi.fn();
    const stop = store.sub(entities.atomOf("call", "k1"), heard);
    take(change({}), change({ op: "updated", version: 2 }), change({ op: "updated", version: 3 }));
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
  });

  it("gives snapshots and fleeting events to those who registered for them", () => {
    const { store, router } = setUp();
    const heard: unknown[] = [];
    router.register({
      snapshots: { conversation: (_, snapshot, topic) => heard.push(snapshot, topic.rest) },
      fleeting: { typing: (_, payload) => heard.push(payload) },
    });
    transact((tx) => {
      router.snapshot(tx, "conversation:abc", { a: 1 });
      router.snapshot(tx, "presence", {});
      router.fleeting(tx, "typing", { b: 2 });
    }, store);
    expect(heard).toEqual([{ a: 1 }, "abc", { b: 2 }]);
    expect(["typing", "presence"].filter(router.isFleeting)).toEqual(["typing"]);
  });

  it.each([
    ["me", "me", ""],
    ["calls:all", "calls", "all"],
    ["record:contact:1", "record", "contact:1"],
  ])("reads the topic %s", (name, kind, rest) => {
    expect(parseTopic(name)).toEqual({ name, kind, rest });
  });
});
