import type { Change } from "@/api";

/** Of how many records what changed is kept before they are known, and how many changes of each. */
const keptRecords = 200;
const keptChanges = 20;

/**
 * Changes of records that are not known yet. A reading that was under way when they happened brings the
 * records as they were before.
 */
export function createEarly() {
  const kept = new Map<string, readonly Change[]>();

  return {
    /** Keeps a change; of the records of which nothing was heard for longest nothing is kept. */
    keep(key: string, change: Change): void {
      const had = kept.get(key) ?? [];
      kept.delete(key);
      kept.set(key, [...had, change].slice(-keptChanges));
      const [oldest] = kept.keys();
      if (kept.size > keptRecords && oldest !== undefined) {
        kept.delete(oldest);
      }
    },

    /** What happened after the version of a record that is known now, in its order. Nothing is kept of it any longer. */
    take(key: string, version: number): readonly Change[] {
      const had = kept.get(key) ?? [];
      kept.delete(key);
      return had.filter((change) => change.version > version);
    },
  };
}
