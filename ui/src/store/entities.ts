import type { Change, WireRecord } from "@/api";
import { atom, type Getter, type PrimitiveAtom, type Transaction } from "./jotai";

export interface Entity {
  object: string;
  id: string;
  version: number;
  record: WireRecord;
  isRemoved: boolean;
}

export type Applied = "applied" | "stale" | "unknown";

interface Slot {
  atom: PrimitiveAtom<Entity | undefined>;
  readers: number;
}

/** How many records nobody shows are kept for a quick return. */
const keptUnread = 2_000;

export const entityKey = (object: string, id: string) => `${object}:${id}`;

/**
 * Records, one atom each, by object and id. A write keeps the highest version, so that REST answers,
 * snapshots and changes may come in any order. Records without readers are let go, the oldest first.
 */
export function createEntities(limit = keptUnread) {
  const slots = new Map<string, Slot>();

  function slot(object: string, id: string): Slot {
    const key = entityKey(object, id);
    const had = slots.get(key);
    if (had) {
      return had;
    }
    const made: Slot = { atom: atom<Entity | undefined>(undefined), readers: 0 };
    made.atom.onMount = () => {
      made.readers++;
      return () => {
        made.readers--;
      };
    };
    slots.set(key, made);
    if (slots.size > limit * 1.25) {
      evict();
    }
    return made;
  }

  function evict(): void {
    let surplus = slots.size - limit;
    for (const [key, candidate] of slots) {
      if (surplus <= 0) {
        return;
      }
      if (candidate.readers === 0) {
        slots.delete(key);
        surplus--;
      }
    }
  }

  return {
    atomOf: (object: string, id: string) => slot(object, id).atom,

    read(get: Getter, object: string, id: string): Entity | undefined {
      const had = slots.get(entityKey(object, id));
      return had ? get(had.atom) : undefined;
    },

    /** Takes whole records, from REST or a snapshot. */
    upsert(tx: Transaction, object: string, records: readonly WireRecord[]): void {
      for (const record of records) {
        const target = slot(object, record.id).atom;
        const had = tx.get(target);
        if (had && (had.version > record.version || (had.version === record.version && had.isRemoved))) {
          continue;
        }
        // At equal versions two readings may hold different selections of fields: keep both.
        const merged = had && had.version === record.version ? { ...had.record, ...record } : record;
        tx.set(target, { object, id: record.id, version: record.version, record: merged, isRemoved: false });
      }
    },

    /** Takes one announced change: stale versions are dropped, unknown records are only made when whole. */
    apply(tx: Transaction, change: Change): Applied {
      const had = this.read(tx.get, change.object, change.id);
      if (change.op === "removed") {
        if (!had) {
          return "unknown";
        }
        if (change.version < had.version) {
          return "stale";
        }
        tx.set(slot(change.object, change.id).atom, { ...had, version: change.version, isRemoved: true });
        return "applied";
      }
      if (had && !had.isRemoved && change.version <= had.version) {
        return "stale";
      }
      const fields = change.fields ?? {};
      const isWhole = change.op === "created" || "id" in fields;
      if (!isWhole && (!had || had.isRemoved)) {
        return "unknown";
      }
      const base = isWhole ? {} : had?.record;
      const record = { ...base, ...fields, id: change.id, version: change.version } as WireRecord;
      tx.set(slot(change.object, change.id).atom, {
        object: change.object,
        id: change.id,
        version: change.version,
        record,
        isRemoved: false,
      });
      return "applied";
    },

    size: () => slots.size,
  };
}

export type Entities = ReturnType<typeof createEntities>;

export const entities = createEntities();
