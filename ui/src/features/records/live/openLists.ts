import type { Change } from "@/api";
import type { Applied, Transaction } from "@/store";

/** A list on a screen that wants to hear of its object's changes. */
export type ListListener = (tx: Transaction, change: Change, applied: Applied) => void;

const open = new Map<string, Set<ListListener>>();

/** Hears of an object's changes until the returned function is called. */
export function listen(object: string, listener: ListListener): () => void {
  const listeners = open.get(object) ?? new Set();
  open.set(object, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && open.get(object) === listeners) {
      open.delete(object);
    }
  };
}

const lastHeard = new Map<string, number>();

/** When a change of an object was heard last, in milliseconds; 0 for never. */
export const changedAt = (object: string): number => lastHeard.get(object) ?? 0;

export function tellLists(tx: Transaction, change: Change, applied: Applied): void {
  lastHeard.set(change.object, Date.now());
  for (const listener of open.get(change.object) ?? []) {
    listener(tx, change, applied);
  }
}
