import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { router } from "@/realtime/router";
import { transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { useMissed, useUnseen } from "./missedCalls";
import type { CallRecord } from "./objects";
import { callReducers } from "./reducers";

router.register(callReducers);

let version = 0;
const call = (id: string, over: Partial<CallRecord> = {}) =>
  ({
    id,
    version: ++version,
    status: "no-answer",
    direction: "inbound",
    candidates: [{ id: "me" }],
    start_time: "2026-03-01T10:00:00Z",
    ...over,
  }) as CallRecord;

const take = (calls: CallRecord[], missed: CallRecord[]) =>
  act(() => transact((tx) => router.snapshot(tx, "calls", { calls, missed })));

const seen = () => renderHook(() => ({ missed: useMissed(), unseen: useUnseen() })).result;

describe("the calls that I missed", () => {
  beforeEach(() => {
    signIn({ status: "available" });
    take([], []);
  });

  it("come with the snapshot, the newest first, those that I know of apart", () => {
    take(
      [],
      [
        call("old", { start_time: "2026-03-01T09:00:00Z" }),
        call("known", { seen_by: [{ id: "me" }] }),
        call("new", { start_time: "2026-03-01T11:00:00Z" }),
      ],
    );
    expect(seen().current.missed.map((one) => one.id)).toEqual(["new", "known", "old"]);
    expect(seen().current.unseen.map((one) => one.id)).toEqual(["new", "old"]);
  });

  it("are those alone that rang for me, came in, and that nobody took", () => {
    take(
      [],
      [
        call("theirs", { candidates: [{ id: "bob" }] }),
        call("talked", { status: "completed", answered_at: "2026-03-01T10:00:09Z" }),
        call("placed", { direction: "outbound" }),
      ],
    );
    expect(seen().current.missed).toEqual([]);
  });

  it("follow the changes: a call that ends unanswered, and what was seen in another browser", () => {
    const one = call("one", { status: "ringing" });
    take([one], []);
    const shown = seen();
    const change = { seq: 1, topics: [], object: "call", id: "one", op: "updated" as const };
    const follow = (fields: Record<string, unknown>, step: number) =>
      act(() => transact((tx) => router.change(tx, [{ ...change, version: one.version + step, fields }])));
    follow({ status: "no-answer" }, 1);
    expect(shown.current.unseen.map((missed) => missed.id)).toEqual(["one"]);
    follow({ seen_by: [{ id: "me" }] }, 2);
    expect(shown.current.unseen).toEqual([]);
    expect(shown.current.missed).toHaveLength(1);
  });
});
