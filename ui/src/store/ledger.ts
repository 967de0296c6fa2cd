import { entityKey } from "./entities";
import { createFamily } from "./family";
import type { Transaction } from "./jotai";

/** An optimistic change of one record, until its command's answer or echo comes. */
export interface PendingPatch {
  command: string;
  object: string;
  id: string;
  fields: Record<string, unknown>;
}

/** How many records without a patch are kept track of while nobody shows them. */
const keptQuiet = 500;

/**
 * The patches under way. What a screen shows is the server's record with these laid over it in order;
 * the answer or the echoed change, whichever is first, takes a patch away, and so does a refusal.
 */
export function createLedger() {
  const family = createFamily<readonly PendingPatch[]>([], {
    limit: keptQuiet,
    holds: (patches) => patches.length > 0,
  });
  const places = new Map<string, string>();

  return {
    atomOf: (object: string, id: string) => family.of(entityKey(object, id)),

    begin(tx: Transaction, patch: PendingPatch): void {
      const key = entityKey(patch.object, patch.id);
      places.set(patch.command, key);
      family.set(tx, key, [...family.read(tx.get, key), patch]);
    },

    /** Drops the patch of a command; safe to call for an unknown one. */
    settle(tx: Transaction, command: string): boolean {
      const key = places.get(command);
      if (key === undefined) {
        return false;
      }
      places.delete(command);
      const rest = family.read(tx.get, key).filter((patch) => patch.command !== command);
      family.set(tx, key, rest);
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
