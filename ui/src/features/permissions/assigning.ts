import { patchRecord, type WireRecord } from "@/api";
import { referencesOf } from "@/fields/lookup/value";
import { keep } from "@/store";
import { setsField, userObject } from "./objects";

/** The permission sets of a user's record; undefined where the reader may not know them. */
export function setsOf(record: WireRecord | undefined): string[] | undefined {
  const value = (record as Record<string, unknown> | undefined)?.[setsField];
  return value === undefined ? undefined : referencesOf(value).map(({ id }) => id);
}

/**
 * Gives a person permission sets, or takes them away. The others stay as they are, whoever changes them in the same
 * moment: the server adds and removes in the list as it stands then.
 */
export async function assign(user: string, moves: ReadonlyMap<string, boolean>): Promise<void> {
  if (moves.size === 0) {
    return;
  }
  const moved = (to: boolean) => [...moves].filter(([, isIn]) => isIn === to).map(([set]) => set);
  const fields = { id: user, [setsField]: { add: moved(true), remove: moved(false) } };
  keep(userObject, [await patchRecord(userObject, fields, crypto.randomUUID())]);
}
