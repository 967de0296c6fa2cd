import type { QuerySnapshot, RowsEvent } from "@/api";
import type { Reducers } from "@/realtime";
import { createFamily } from "@/store";
import type { Row } from "./api";

/** A row of a live query. What came while somebody looked is new to him. */
export interface LiveRow {
  key: string;
  row: Row;
  isNew: boolean;
}

/** What is held of a live query. */
export interface LiveAnswer {
  number: number;
  rows: readonly LiveRow[];
  total: number;
  isEstimated: boolean;
}

/** The answers by topic. */
export const answers = createFamily<LiveAnswer | undefined>(undefined, { limit: 4 });

const rowOf = (row: unknown) => row as Row;

/** Takes out what was removed or moved, puts in what was added or moved, and lays what changed over what is held. */
export function takeRows(held: LiveAnswer, event: RowsEvent): LiveAnswer {
  const stood = new Map(held.rows.map((one) => [one.key, one]));
  const gone = new Set([...(event.removed ?? []), ...(event.moved ?? []).map(({ key }) => key)]);
  const rows = held.rows.filter(({ key }) => !gone.has(key));
  const added = (event.added ?? []).map(({ key, at, row }) => ({
    at,
    one: { key, row: rowOf(row), isNew: true },
  }));
  const moved = (event.moved ?? []).flatMap(({ key, at }) => {
    const one = stood.get(key);
    return one ? [{ at, one }] : [];
  });
  for (const { at, one } of [...added, ...moved].sort((left, right) => left.at - right.at)) {
    rows.splice(at, 0, one);
  }
  const changed = new Map((event.changed ?? []).map(({ key, row }) => [key, rowOf(row)]));
  return {
    number: event.number,
    rows: rows.map((one) => ({ ...one, row: { ...one.row, ...changed.get(one.key) } })),
    total: event.total,
    isEstimated: event.estimated === true,
  };
}

export const queryReducers: Reducers = {
  snapshots: {
    live_query: (tx, snapshot, topic) => {
      const { number, rows, total, estimated } = snapshot as QuerySnapshot;
      answers.set(tx, topic.name, {
        number,
        rows: rows.map(({ key, row }) => ({ key, row: rowOf(row), isNew: false })),
        total,
        isEstimated: estimated === true,
      });
    },
  },
  fleeting: {
    rows: (tx, payload) => {
      const event = payload as RowsEvent;
      const held = answers.read(tx.get, event.topic);
      // What follows on another answer comes again behind the snapshot that is on its way.
      if (held && event.after === held.number) {
        answers.set(tx, event.topic, takeRows(held, event));
      }
    },
  },
};
