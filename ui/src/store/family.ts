import { atom, type Getter, type PrimitiveAtom, type Transaction } from "./jotai";

interface Slot<T> {
  atom: PrimitiveAtom<T>;
  readers: number;
  /** Its value must not be lost, though nobody shows it. */
  isHeld: boolean;
}

interface Options<T> {
  /** How many atoms that nobody shows are kept for a quick return. */
  limit: number;
  /** Values that are never let go. */
  holds?: (value: T) => boolean;
}

/**
 * Atoms by key, all with the same first value. Those without readers are let go, the least recently used first,
 * so that a page that stays open for weeks does not hold all that it ever showed.
 */
export function createFamily<T>(first: T, { limit, holds = () => false }: Options<T>) {
  const slots = new Map<string, Slot<T>>();

  function make(key: string): Slot<T> {
    const made: Slot<T> = { atom: atom(first) as PrimitiveAtom<T>, readers: 0, isHeld: false };
    made.atom.onMount = () => {
      made.readers++;
      // It may have been let go while it was drawn and not yet mounted.
      if (!slots.has(key)) {
        slots.set(key, made);
      }
      return () => {
        made.readers--;
      };
    };
    return made;
  }

  function slot(key: string): Slot<T> {
    const found = slots.get(key) ?? make(key);
    slots.delete(key);
    slots.set(key, found);
    if (slots.size > limit * 1.25) {
      evict(key);
    }
    return found;
  }

  function evict(used: string): void {
    let surplus = slots.size - limit;
    for (const [key, { readers, isHeld }] of slots) {
      if (surplus <= 0) {
        return;
      }
      if (readers === 0 && !isHeld && key !== used) {
        slots.delete(key);
        surplus--;
      }
    }
  }

  return {
    /** The atom of a key, to be shown. */
    of: (key: string): PrimitiveAtom<T> => slot(key).atom,

    /** The value of a key, without keeping anything for it. */
    read(get: Getter, key: string): T {
      const found = slots.get(key);
      return found ? get(found.atom) : first;
    },

    set(tx: Pick<Transaction, "set">, key: string, value: T): void {
      const target = slot(key);
      target.isHeld = holds(value);
      tx.set(target.atom, value);
    },

    keys: () => [...slots.keys()],
    size: () => slots.size,
  };
}
