import { createFamily } from "./family";
import type { Transaction } from "./jotai";

const same = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((id, index) => id === right[index]);

/** How many lists that nobody shows are kept for a quick return. */
const keptUnread = 500;

/** Ordered lists of record ids, by a name; the records themselves live in the entities. */
export function createLists(limit = keptUnread) {
  const family = createFamily<readonly string[] | undefined>(undefined, { limit });

  return {
    /** undefined until the list was first filled, and after it was let go. */
    atomOf: family.of,
    set(tx: Transaction, name: string, ids: readonly string[]): void {
      const had = family.read(tx.get, name);
      if (!had || !same(had, ids)) {
        family.set(tx, name, ids);
      }
    },
    /** Adds ids that the list lacks, in front. A list that was never filled stays unfilled. */
    add(tx: Transaction, name: string, ...ids: string[]): void {
      const had = family.read(tx.get, name);
      const fresh = had ? ids.filter((id) => !had.includes(id)) : [];
      if (had && fresh.length > 0) {
        family.set(tx, name, [...fresh, ...had]);
      }
    },
    remove(tx: Transaction, name: string, id: string): void {
      const had = family.read(tx.get, name);
      if (had?.includes(id)) {
        family.set(
          tx,
          name,
          had.filter((other) => other !== id),
        );
      }
    },
  };
}

export const lists = createLists();
