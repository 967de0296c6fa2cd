import type { Change, WireRecord } from "@/api";
import { createEarly } from "./early";
import { createFamily } from "./family";
import type { Getter, Transaction } from "./jotai";

export interface Entity {
  object: string;
  id: string;
  version: number;
  record: WireRecord;
  isRemoved: boolean;
}

export type Applied = "applied" | "stale" | "unknown";

/** How many records nobody shows are kept for a quick return. */
const keptUnread = 2_000;

export const entityKey = (object: string, id: string) => `${object}:${id}`;

/**
 * Records, one atom each, by object and id. A write keeps the highest version, so that REST answers,
 * snapshots and changes may come in any order. Records without readers are let go, the oldest first.
 */
export function createEntities(limit = keptUnread) {
  const family = createFamily<Entity | undefined>(undefined, { limit });
  const early = createEarly();

  function lay(tx: Transaction, key: string, change: Change): Applied {
    const had = family.read(tx.get, key);
    if (change.op === "removed") {
      if (!had) {
        return "unknown";
      }
      if (change.version < had.version) {
        return "stale";
      }
      family.set(tx, key, { ...had, version: change.version, isRemoved: true });
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
    family.set(tx, key, {
      object: change.object,
      id: change.id,
      version: change.version,
      record,
      isRemoved: false,
    });
    return "applied";
  }

  return {
    atomOf: (object: string, id: string) => family.of(entityKey(object, id)),

    read: (get: Getter, object: string, id: string) => family.read(get, entityKey(object, id)),

    /** Takes whole records, from REST or a snapshot. */
    upsert(tx: Transaction, object: string, records: readonly WireRecord[]): void {
      for (const record of records) {
        const had = this.read(tx.get, object, record.id);
        if (had && (had.version > record.version || (had.version === record.version && had.isRemoved))) {
          continue;
        }
        // At equal versions two readings may hold different selections of fields: keep both. The rights to it are
        // those of the last reading, which leaves out what is unrestricted.
        const free = had?.record.rights ? { ...had.record, rights: null } : had?.record;
        const merged = had?.version === record.version ? { ...free, ...record } : record;
        const { id, version } = record;
        const key = entityKey(object, id);
        family.set(tx, key, { object, id, version, record: merged, isRemoved: false });
        // What was heard while the reading was on its way is newer than what it brings.
        for (const change of early.take(key, version)) {
          this.apply(tx, change);
        }
      }
    },

    /** Takes one announced change: stale versions are dropped, unknown records are only made when whole. */
    apply(tx: Transaction, change: Change): Applied {
      const key = entityKey(change.object, change.id);
      const applied = lay(tx, key, change);
      if (applied === "unknown") {
        early.keep(key, change);
      }
      return applied;
    },

    size: family.size,
  };
}

export type Entities = ReturnType<typeof createEntities>;

export const entities = createEntities();
