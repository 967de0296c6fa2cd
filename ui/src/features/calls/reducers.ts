import type { Change } from "@/api";
import type { ChangeContext, Reducers } from "@/realtime";
import { entities, lists, type Transaction } from "@/store";
import { allCalls, isLive, ownCalls } from "./liveCalls";
import type { CallRecord } from "./objects";

function place(tx: Transaction, list: string, call: CallRecord | undefined, id: string): void {
  if (call && isLive(call)) {
    lists.add(tx, list, id);
  } else {
    lists.remove(tx, list, id);
  }
}

function changeCall(tx: Transaction, change: Change, _: ChangeContext): void {
  const entity = entities.read(tx.get, "call", change.id);
  const call = entity && !entity.isRemoved ? (entity.record as CallRecord) : undefined;
  // Whether a call concerns me is a rule over its fields, so both lists may hold every live call.
  place(tx, ownCalls, call, change.id);
  place(tx, allCalls, call, change.id);
}

function takeSnapshot(tx: Transaction, snapshot: unknown, list: string): void {
  const calls = ((snapshot as { calls?: CallRecord[] } | null)?.calls ?? []) as CallRecord[];
  entities.upsert(tx, "call", calls);
  lists.set(
    tx,
    list,
    calls.filter(isLive).map((call) => call.id),
  );
}

export const callReducers: Reducers = {
  snapshots: { calls: (tx, snapshot, topic) => takeSnapshot(tx, snapshot, topic.name) },
  changes: { call: changeCall },
};
