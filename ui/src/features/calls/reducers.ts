import type { Change } from "@/api";
import type { ChangeContext, Reducers } from "@/realtime";
import { entities, lists, type Transaction } from "@/store";
import { allCalls, isLive, missedCalls, ownCalls } from "./liveCalls";
import type { CallRecord } from "./objects";
import { allRecordings, recordingObject, recordingsOf } from "./recordings/recordingList";

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
  if (call && !isLive(call)) {
    lists.add(tx, missedCalls, call.id); // whether I missed it is a rule over its fields, too
  }
}

/** A recording that completes stands in the lists that show it; which one may see, the server has decided. */
function changeRecording(tx: Transaction, change: Change, _: ChangeContext): void {
  const entity = entities.read(tx.get, recordingObject, change.id);
  const call = (entity?.record as { call?: { id?: string } | null } | undefined)?.call?.id;
  const named = call === undefined ? [allRecordings] : [allRecordings, recordingsOf(call)];
  for (const list of named) {
    if (entity && !entity.isRemoved) {
      lists.add(tx, list, change.id);
    } else {
      lists.remove(tx, list, change.id);
    }
  }
}

function takeSnapshot(tx: Transaction, snapshot: unknown, list: string): void {
  const { calls = [], missed } = (snapshot ?? {}) as { calls?: CallRecord[]; missed?: CallRecord[] };
  entities.upsert(tx, "call", [...calls, ...(missed ?? [])]);
  lists.set(
    tx,
    list,
    calls.filter(isLive).map((call) => call.id),
  );
  if (list === ownCalls) {
    lists.set(
      tx,
      missedCalls,
      (missed ?? []).map((call) => call.id),
    );
  }
}

export const callReducers: Reducers = {
  snapshots: { calls: (tx, snapshot, topic) => takeSnapshot(tx, snapshot, topic.name) },
  changes: { call: changeCall, [recordingObject]: changeRecording },
};
