import type { Colleague } from "@/api";
import { compareText } from "@/lib/compare";
import type { Reducers } from "@/realtime";
import { colleaguesAtom } from "@/store";

type Told = Partial<Colleague> & { id: string };

function usersOf(payload: unknown): Told[] {
  const users = (payload as { users?: unknown } | null)?.users;
  return Array.isArray(users) ? (users as Told[]) : [];
}

const byName = (left: Colleague, right: Colleague) => compareText(left.name, right.name);

/** Lays what was told over what is known; people without a name yet wait for their snapshot. */
export function mergeColleagues(known: readonly Colleague[], told: readonly Told[]): Colleague[] {
  const merged = new Map(known.map((colleague) => [colleague.id, colleague]));
  for (const one of told) {
    const { reasons: former, ...had }: Partial<Colleague> = merged.get(one.id) ?? {};
    const name = one.name ?? had.name;
    const reasons = one.status === undefined ? former : one.reasons;
    if (name !== undefined) {
      merged.set(one.id, {
        ...had,
        ...one,
        name,
        status: one.status ?? had.status ?? "unknown",
        ...(reasons && { reasons }),
      });
    }
  }
  return [...merged.values()].sort(byName);
}

export const presenceReducers: Reducers = {
  snapshots: {
    presence: (tx, snapshot) => tx.set(colleaguesAtom, mergeColleagues([], usersOf(snapshot))),
  },
  fleeting: {
    presence: (tx, payload) =>
      tx.set(colleaguesAtom, mergeColleagues(tx.get(colleaguesAtom) ?? [], usersOf(payload))),
  },
};
