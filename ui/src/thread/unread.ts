import { type Atom, atom, type Transaction } from "@/store";

export type Counts = Readonly<Record<string, number>>;

function withCount(counts: Counts, id: string, count: number): Counts {
  if ((counts[id] ?? 0) === count) {
    return counts;
  }
  const { [id]: _, ...rest } = counts;
  return count > 0 ? { ...rest, [id]: count } : rest;
}

/**
 * How much is unread, by thread, as the server's badge of this name says; threads with nothing unread are left out,
 * and those that are muted.
 */
export function createUnread(name: string, muted?: Atom<Readonly<Record<string, boolean>>>) {
  const all = atom<Counts>({});
  const counts = atom((get): Counts => {
    const silent = muted ? Object.entries(get(muted)).filter(([, is]) => is) : [];
    return silent.reduce((left, [id]) => withCount(left, id, 0), get(all));
  });
  const known = atom(false);
  const total = atom((get) => Object.values(get(counts)).reduce((sum, count) => sum + count, 0));
  return {
    counts,
    /** The counts have come; before that, none means nothing. */
    isKnown: atom((get) => get(known)),
    total,
    /** The total, undefined before the counts have come. */
    knownTotal: atom((get) => (get(known) ? get(total) : undefined)),
    set: (tx: Transaction, id: string, count: number) => tx.set(all, withCount(tx.get(all), id, count)),
    /** Takes what the snapshot of the topic "me" says. */
    me(tx: Transaction, snapshot: unknown): void {
      const { badges } = snapshot as { badges?: Record<string, Counts> };
      tx.set(all, badges?.[name] ?? {});
      tx.set(known, true);
    },
  };
}
