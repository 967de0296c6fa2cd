import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { router } from "@/realtime/router";
import { store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { badgeAtom, useOwnCall, useRinging } from "./hooks";
import { countAtom, useActiveCalls } from "./liveCalls";
import type { CallRecord } from "./objects";
import { callReducers } from "./reducers";

router.register(callReducers);

let version = 0;
const call = (id: string, over: Partial<CallRecord> = {}) =>
  ({ id, version: ++version, status: "ringing", direction: "inbound", ...over }) as CallRecord;

const take = (topic: string, ...calls: CallRecord[]) =>
  act(() => transact((tx) => router.snapshot(tx, topic, { calls })));

const seen = () =>
  renderHook(() => ({ ringing: useRinging(), own: useOwnCall(), all: useActiveCalls() })).result;

describe("the calls on the screen", () => {
  beforeEach(() => {
    signIn({ status: "available" });
    take("calls");
    take("calls:all");
  });

  it("ring in the order in which they came", () => {
    take(
      "calls",
      call("late", { start_time: "2026-03-01T10:05:00Z" }),
      call("early", { start_time: "2026-03-01T10:00:00Z" }),
    );
    expect(seen().current.ringing.map((one) => one.id)).toEqual(["early", "late"]);
  });

  it("ring for me only while I am available, at once when I choose so", () => {
    take("calls", call("one"));
    const shown = seen();
    expect(shown.current.ringing).toHaveLength(1);
    act(() => signIn({ status: "away" }));
    expect(shown.current.ringing).toEqual([]);
    act(() => signIn({ status: "available" }));
    expect(shown.current.ringing).toHaveLength(1);
  });

  it("are mine when I am on them, and count in the badge with those that ring", () => {
    take("calls", call("rings"), call("mine", { status: "in-progress", user: { id: "me" } }));
    const shown = seen();
    expect(shown.current.own?.id).toBe("mine");
    expect(shown.current.ringing.map((one) => one.id)).toEqual(["rings"]);
    expect(store.get(badgeAtom)).toBe(2);
  });

  it("go when they are over, also where only what changed was told", () => {
    const one = call("one");
    take("calls", one);
    const shown = seen();
    const change = { seq: 1, topics: [], object: "call", id: "one", op: "updated" as const };
    act(() =>
      transact((tx) =>
        router.change(tx, [{ ...change, version: one.version + 1, fields: { status: "no-answer" } }]),
      ),
    );
    expect(shown.current.ringing).toEqual([]);
    expect(store.get(badgeAtom)).toBe(0);
  });

  it("of all that I may read are another list than those that concern me", () => {
    take("calls:all", call("theirs", { status: "in-progress", user: { id: "bob" } }));
    const shown = seen();
    expect(shown.current.all?.map((one) => one.id)).toEqual(["theirs"]);
    expect(shown.current.own).toBeUndefined();
  });

  it("are listed while they ring or are up, at most 25, and those that ring before all others", () => {
    const minute = (index: number) => `2026-03-01T10:${String(index).padStart(2, "0")}:00Z`;
    const up = Array.from({ length: 40 }, (_, index) =>
      call(`up${index}`, { status: "in-progress", start_time: minute(index + 10) }),
    );
    const ringing = [call("early", { start_time: minute(0) }), call("late", { start_time: minute(59) })];
    take("calls:all", call("queued", { status: "queued", start_time: minute(5) }), ...up, ...ringing);
    const listed = seen().current.all?.map((one) => one.id) ?? [];
    expect(listed).toHaveLength(25);
    expect([listed[0], listed[1], listed.at(-1)]).toEqual(["early", "up17", "late"]);
    expect(store.get(countAtom)).toBe(42);
  });
});
