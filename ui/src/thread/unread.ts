import { atom, type Transaction } from "@/store";

export type Counts = Readonly<Record<string, number>>;

function withCount(counts: Counts, id: string, count: number): Counts {
  if ((counts[id] ?? 0) === count) {
    return counts;
  }
  const { [id]: _, ...rest } = counts;
  return count > 0 ? { ...rest, [id]: count } : rest;
}

/** How much is unread, by thread, as the server's badge of this name says; threads with nothing unread are left out. */
export function createUnread(name: string) {
  const counts = atom<Counts>({});
  const known = atom(false);
  const total = atom((get) => Object.values(get(counts)).reduce((sum, count) => sum + count, 0));
  return {
    counts,
    /** The counts have come; before that, none means nothing. */
    isKnown: atom((get) => get(known)),
    total,
    /** The total, undefined before the counts have come. */
    knownTotal: atom((get) => (get(known) ? get(total) : undefined)),
    set: (tx: Transaction, id: string, count: number) => tx.set(counts, withCount(tx.get(counts), id, count)),
    /** Takes what the snapshot of the topic "me" says. */
    me(tx: Transaction, snapshot: unknown): void {
      const { badges } = snapshot as { badges?: Record<string, Counts> };
      tx.set(counts, badges?.[name] ?? {});
      tx.set(known, true);
    },
  };
}
