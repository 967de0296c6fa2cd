import { atom, type PrimitiveAtom, type Transaction } from "./jotai";

const same = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((id, index) => id === right[index]);

/** Ordered lists of record ids, by a name; the records themselves live in the entities. */
export function createLists() {
  const atoms = new Map<string, PrimitiveAtom<readonly string[] | undefined>>();

  function atomOf(name: string): PrimitiveAtom<readonly string[] | undefined> {
    let found = atoms.get(name);
    if (!found) {
      found = atom<readonly string[] | undefined>(undefined);
      atoms.set(name, found);
    }
    return found;
  }

  return {
    /** undefined until the list was first filled. */
    atomOf,
    set(tx: Transaction, name: string, ids: readonly string[]): void {
      const had = tx.get(atomOf(name));
      if (!had || !same(had, ids)) {
        tx.set(atomOf(name), ids);
      }
    },
    /** Adds ids that the list lacks, in front. A list that was never filled stays unfilled. */
    add(tx: Transaction, name: string, ...ids: string[]): void {
      const had = tx.get(atomOf(name));
      const fresh = had ? ids.filter((id) => !had.includes(id)) : [];
      if (had && fresh.length > 0) {
        tx.set(atomOf(name), [...fresh, ...had]);
      }
    },
    remove(tx: Transaction, name: string, id: string): void {
      const had = tx.get(atomOf(name));
      if (had?.includes(id)) {
        tx.set(
          atomOf(name),
          had.filter((other) => other !== id),
        );
      }
    },
  };
}

export const lists = createLists();
