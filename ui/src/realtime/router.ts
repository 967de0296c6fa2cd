import type { Change, WireRecord } from "@/api";
import type { Transaction } from "@/store";
import {
  type Applied,
  type Entities,
  type Ledger,
  entities as sharedEntities,
  ledger as sharedLedger,
} from "@/store";

/** Tells which changes must be read by REST, and reads them (./large). */
export interface LargeReader {
  needs(change: Change): boolean;
  announce(change: Change): void;
}

/** The connection, as far as the router needs it. */
export interface Line {
  large: LargeReader;
  /** Asks for a fresh snapshot of a topic. */
  again(topic: string): void;
}

export interface ChangeContext {
  /** What the entity store made of the change before features see it. */
  applied: Applied;
  /** Asks for a fresh snapshot of a topic, once the change is written. */
  again(topic: string): void;
}

export type ChangeReducer = (tx: Transaction, change: Change, context: ChangeContext) => void;
export type SnapshotReducer = (tx: Transaction, snapshot: unknown, topic: Topic) => void;
export type FleetingReducer = (tx: Transaction, payload: unknown) => void;

export interface Topic {
  name: string;
  /** The word before the first colon. */
  kind: string;
  /** What follows it, or "". */
  rest: string;
}

export function parseTopic(name: string): Topic {
  const colon = name.indexOf(":");
  return colon < 0
    ? { name, kind: name, rest: "" }
    : { name, kind: name.slice(0, colon), rest: name.slice(colon + 1) };
}

/** What a feature hears of. Each registers its own; nothing here knows what the events mean. */
export interface Reducers {
  /**
   * By object, or "*" for every object. Those of an object may hear a change twice, then as stale, since a
   * snapshot that was on its way meanwhile may lack it; those of every object hear each once.
   */
  changes?: Record<string, ChangeReducer>;
  /** By the kind of topic. */
  snapshots?: Record<string, SnapshotReducer>;
  /** By event name: typing, presence, notice. */
  fleeting?: Record<string, FleetingReducer>;
}

export function createRouter(entities: Entities = sharedEntities, ledger: Ledger = sharedLedger) {
  let line: Line | undefined;
  const again = (topic: string) => queueMicrotask(() => line?.again(topic));
  const changes = new Map<string, ChangeReducer[]>();
  const snapshots = new Map<string, SnapshotReducer[]>();
  const fleeting = new Map<string, FleetingReducer[]>();

  function addAll<T>(target: Map<string, T[]>, source: Record<string, T> | undefined): void {
    for (const [key, reducer] of Object.entries(source ?? {})) {
      target.set(key, [...(target.get(key) ?? []), reducer]);
    }
  }

  function tellFeatures(tx: Transaction, change: Change, applied: Applied): void {
    for (const reducer of [...(changes.get(change.object) ?? []), ...(changes.get("*") ?? [])]) {
      reducer(tx, change, { applied, again });
    }
  }

  return {
    /** Gives the router the connection that feeds it. */
    attach(to: Line): void {
      line = to;
    },

    register(reducers: Reducers): void {
      addAll(changes, reducers.changes);
      addAll(snapshots, reducers.snapshots);
      addAll(fleeting, reducers.fleeting);
    },

    /** Applies a batch in order: the record first, then whoever follows the object. */
    change(tx: Transaction, batch: readonly Change[]): void {
      for (const change of batch) {
        if (change.command !== undefined) {
          ledger.settle(tx, change.command);
        }
        if (line?.large.needs(change)) {
          line.large.announce(change);
          continue;
        }
        const applied = change.op === "bulk" ? "unknown" : entities.apply(tx, change);
        tellFeatures(tx, change, applied);
      }
    },

    /** Tells a change again that a snapshot, asked for before it came, may lack. */
    changeAgain(tx: Transaction, change: Change): void {
      for (const reducer of changes.get(change.object) ?? []) {
        reducer(tx, change, { applied: "stale", again });
      }
    },

    /** Takes a record that was read because its change was too large for the socket. */
    fetched(tx: Transaction, change: Change, record: WireRecord): void {
      entities.upsert(tx, change.object, [record]);
      const whole = { ...change, version: record.version, fields: { ...record } };
      tellFeatures(tx, whole, "applied");
    },

    snapshot(tx: Transaction, name: string, snapshot: unknown): void {
      const topic = parseTopic(name);
      for (const reducer of snapshots.get(topic.kind) ?? []) {
        reducer(tx, snapshot, topic);
      }
    },

    fleeting(tx: Transaction, event: string, payload: unknown): void {
      for (const reducer of fleeting.get(event) ?? []) {
        reducer(tx, payload);
      }
    },

    isFleeting: (event: string) => fleeting.has(event),
  };
}

export type Router = ReturnType<typeof createRouter>;
export const router = createRouter();
