import { entityKey } from "./entities";
import { atom, type PrimitiveAtom, type Transaction } from "./jotai";

/** An optimistic change of one record, until its command's answer or echo comes. */
export interface PendingPatch {
  command: string;
  object: string;
  id: string;
  fields: Record<string, unknown>;
}

/**
 * The patches under way. What a screen shows is the server's record with these laid over it in order;
 * the answer or the echoed change, whichever is first, takes a patch away, and so does a refusal.
 */
export function createLedger() {
  const atoms = new Map<string, PrimitiveAtom<readonly PendingPatch[]>>();
  const places = new Map<string, string>();

  function atomAt(key: string): PrimitiveAtom<readonly PendingPatch[]> {
    let found = atoms.get(key);
    if (!found) {
      found = atom<readonly PendingPatch[]>([]);
      atoms.set(key, found);
    }
    return found;
  }

  return {
    atomOf: (object: string, id: string) => atomAt(entityKey(object, id)),

    begin(tx: Transaction, patch: PendingPatch): void {
      const key = entityKey(patch.object, patch.id);
      const target = atomAt(key);
      places.set(patch.command, key);
      tx.set(target, [...tx.get(target), patch]);
    },

    /** Drops the patch of a command; safe to call for an unknown one. */
    settle(tx: Transaction, command: string): boolean {
      const key = places.get(command);
      if (key === undefined) {
        return false;
      }
      places.delete(command);
      const target = atomAt(key);
      const rest = tx.get(target).filter((patch) => patch.command !== command);
      tx.set(target, rest);
      return true;
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

export const ledger = createLedger();

export function overlay<T extends object>(record: T, patches: readonly PendingPatch[]): T {
  if (patches.length === 0) {
    return record;
  }
  return Object.assign({}, record, ...patches.map((patch) => patch.fields)) as T;
}
