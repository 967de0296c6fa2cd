// @vitest-environment node
import { createStore } from "jotai";
import { describe, expect, it } from "vitest";
import { transact } from "./jotai";
import { createLedger, overlay } from "./ledger";

describe("ledger", () => {
  const patch = (command: string, fields: Record<string, unknown>) => ({
    command,
    object: "call",
    id: "k1",
    fields,
  });

  it("shows the patches in order and takes each away by its command", () => {
    const store = createStore();
    const ledger = createLedger();
    const shown = () => overlay({ status: "ringing", user: null }, store.get(ledger.atomOf("call", "k1")));
    transact((tx) => {
      ledger.begin(tx, patch("a", { status: "in-progress" }));
      ledger.begin(tx, patch("b", { status: "completed", user: "me" }));
    }, store);
    expect(shown()).toEqual({ status: "completed", user: "me" });
    transact((tx) => ledger.settle(tx, "b"), store);
    expect(shown()).toEqual({ status: "in-progress", user: null });
    transact((tx) => ledger.settle(tx, "a"), store);
    expect(shown()).toEqual({ status: "ringing", user: null });
  });

  it("settles a command once, whether the answer or the echo came first", () => {
    const store = createStore();
    const ledger = createLedger();
    const outcomes: boolean[] = [];
    transact((tx) => {
      ledger.begin(tx, patch("a", {}));
      outcomes.push(ledger.settle(tx, "a"), ledger.settle(tx, "a"), ledger.settle(tx, "other"));
    }, store);
    expect(outcomes).toEqual([true, false, false]);
  });
});
