import { ApiError, getRecord, patchRecord, type WireRecord } from "@/api";
import { referencesOf } from "@/fields/lookup/value";
import { keep, peek } from "@/store";
import { setsField, userObject } from "./objects";

/** The permission sets of a user's record; undefined where the reader may not know them. */
export function setsOf(record: WireRecord | undefined): string[] | undefined {
  const value = (record as Record<string, unknown> | undefined)?.[setsField];
  return value === undefined ? undefined : referencesOf(value).map(({ id }) => id);
}

const attempts = 5;

/**
 * Gives a person permission sets, or takes them away, and leaves the others as they are, whoever changes them in the
 * same moment: the server takes the list over the version that it was made of alone, and it is made anew of the next.
 */
export async function assign(user: string, moves: ReadonlyMap<string, boolean>): Promise<void> {
  let record = peek(userObject, user)?.record;
  for (let attempt = 1; ; attempt++) {
    if (setsOf(record) === undefined) {
      record = await getRecord(userObject, user);
      keep(userObject, [record]);
    }
    const had = setsOf(record) ?? [];
    const next = [
      ...had.filter((set) => moves.get(set) !== false),
      ...[...moves].filter(([set, isIn]) => isIn && !had.includes(set)).map(([set]) => set),
    ];
    if (next.length === had.length && next.every((set) => had.includes(set))) {
      return;
    }
    try {
      const fields = { id: user, [setsField]: next };
      keep(userObject, [await patchRecord(userObject, fields, crypto.randomUUID(), record?.version)]);
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412) || attempt === attempts) {
        throw error;
      }
      record = undefined;
    }
  }
}
