// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { Change } from "@/api";
import { change as changeOf } from "@/realtime/change.test-env";
import { createRouter } from "@/realtime/router";
import { createStore, entities, lists, transact } from "@/store";
import { shownStatus, statusChoices } from "./missed";
import type { CallRecord } from "./objects";
import { callReducers } from "./reducers";
import { holdsLine, mayTake, ringsFor } from "./rules";

const call = (over: Partial<CallRecord> = {}): CallRecord => ({
  id: "k1",
  version: 1,
  status: "ringing",
  direction: "inbound",
  ...over,
});

describe("ringsFor", () => {
  it.each([
    ["any ringing call while available", call(), "available", true],
    ["not while I do not want to be disturbed", call(), "do_not_disturb", false],
    ["not one that I took", call({ user: { id: "me" } }), "available", false],
    ["not one that a colleague takes", call({ user: { id: "other" } }), "available", false],
    [
      "one that rings for me among others",
      call({ candidates: [{ id: "other" }, { id: "me" }] }),
      "available",
      true,
    ],
    ["not one that rings for others only", call({ candidates: [{ id: "other" }] }), "available", false],
    ["not one that I declined", call({ declined_by: [{ id: "me" }] }), "available", false],
    ["not once somebody took it", call({ status: "in-progress" }), "available", false],
    ["not an outbound one", call({ direction: "outbound" }), "available", false],
  ] as const)("%s", (_, one, status, expected) => {
    expect(ringsFor(one, "me", status)).toBe(expected);
  });
});

describe("mayTake", () => {
  const forMe = { candidates: [{ id: "other" }, { id: "me" }] };
  it.each([
    ["one that rings for me", call(forMe), false, true],
    [
      "one that I declined and that still rings",
      call({ ...forMe, declined_by: [{ id: "me" }] }),
      false,
      true,
    ],
    ["not one that rings for others", call({ candidates: [{ id: "other" }] }), false, false],
    ["as a supervisor, one that rings for others", call({ candidates: [{ id: "other" }] }), true, true],
    ["not one that somebody is taking", call({ ...forMe, user: { id: "other" } }), true, false],
    ["not one that is over", call({ ...forMe, status: "no-answer" }), true, false],
  ])("%s", (_, one, isSupervisor, expected) => {
    expect(mayTake(one, "me", isSupervisor)).toBe(expected);
  });
});

describe("shownStatus", () => {
  it.each([
    ["inbound", "no-answer", "missed"],
    ["inbound", "canceled", "missed"],
    ["inbound", "completed", "completed"],
    ["outbound", "no-answer", "no-answer"],
    ["outbound", "canceled", "canceled"],
  ] as const)("calls an %s call that ended as %s %s", (direction, status, shown) => {
    expect(shownStatus({ direction, status })).toBe(shown);
  });

  it.each(["no-answer", "canceled", "completed", "busy", "failed"] as const)(
    "is what filters call %s, of either direction",
    (status) => {
      const isMissed = shownStatus({ direction: "inbound", status }) === "missed";
      const choices: Record<string, string> = statusChoices;
      expect(choices[status]?.startsWith("Missed or ") ?? false).toBe(isMissed);
    },
  );
});

describe("holdsLine", () => {
  it.each([
    ["a call that is being put through", call({ user: { id: "me" } }), true],
    ["the call that I am on", call({ status: "in-progress", user: { id: "me" } }), true],
    ["the one that I place", call({ direction: "outbound", user: { id: "me" } }), true],
    ["not a colleague's", call({ user: { id: "other" } }), false],
    ["not one that is over", call({ status: "completed", user: { id: "me" } }), false],
  ])("%s", (_, one, expected) => {
    expect(holdsLine(one, "me")).toBe(expected);
  });
});

describe("the lists of calls", () => {
  const store = createStore();
  const router = createRouter();
  router.register(callReducers);
  const ids = () => store.get(lists.atomOf("calls:all"));
  const change = (over: Partial<Change>) => changeOf("call", "k2", { op: "created", version: 1, ...over });
  const take = (one: Change) => transact((tx) => router.change(tx, [one]), store);

  it("follow the calls from the snapshot to their end", () => {
    transact((tx) => router.snapshot(tx, "calls:all", { calls: [call()] }), store);
    expect(ids()).toEqual(["k1"]);
    take(change({ fields: { status: "ringing", direction: "inbound" } }));
    expect(ids()).toEqual(["k2", "k1"]);
    take(change({ op: "updated", version: 2, fields: { status: "completed" } }));
    expect(ids()).toEqual(["k1"]);
    expect(entities.read(store.get, "call", "k2")?.record.status).toBe("completed");
  });
});
