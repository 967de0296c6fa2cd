import type { WireRecord } from "@/api";
import { createFamily, type Transaction } from "@/store";

/** A message's place; numbers of a thread are dense, so a hole between two readings is visible. */
export interface Numbered extends WireRecord {
  number?: number;
  client_id?: string | null;
}

export interface ThreadItem {
  id: string;
  number: number;
}

export interface Thread {
  /** Oldest first, without holes. */
  items: readonly ThreadItem[];
  /** Nothing older is on the server. */
  isComplete: boolean;
}

const byNumber = (left: ThreadItem, right: ThreadItem) => left.number - right.number;

const isSame = (item: ThreadItem, other: ThreadItem | undefined) =>
  item.id === other?.id && item.number === other.number;

function itemsOf(records: readonly Numbered[]): ThreadItem[] {
  return records
    .filter((record): record is Numbered & { number: number } => typeof record.number === "number")
    .map((record) => ({ id: record.id, number: record.number }))
    .sort(byNumber);
}

/**
 * Unites two runs of messages; undefined where there is a hole between them. The right run is the newer one: a
 * message that has another number there has moved.
 */
function unite(left: readonly ThreadItem[], right: readonly ThreadItem[]): ThreadItem[] | undefined {
  const first = left[0];
  const last = left.at(-1);
  const from = right[0];
  const to = right.at(-1);
  if (!(first && last)) {
    return [...right];
  }
  if (!(from && to)) {
    return [...left];
  }
  if (from.number > last.number + 1 || to.number < first.number - 1) {
    return undefined;
  }
  const moved = new Set(right.map((item) => item.id));
  const stayed = left.filter((item) => !moved.has(item.id));
  const all = new Map([...stayed, ...right].map((item) => [item.number, item]));
  return [...all.values()].sort(byNumber);
}

/** How many threads that nobody shows are kept for a quick return. */
const keptUnread = 50;

/** The messages of threads, as ids in order; the messages themselves are entities. */
export function createThreads(limit = keptUnread) {
  const family = createFamily<Thread | undefined>(undefined, { limit });

  return {
    /** undefined until the first snapshot, and after it was let go. */
    atomOf: family.of,

    /**
     * Takes the newest page. Where messages were missed between it and what was held, it stands alone. A page
     * of long messages may be short and yet have older ones: hasOlder says so, where the server does.
     */
    newest(
      tx: Transaction,
      name: string,
      records: readonly Numbered[],
      pageSize: number,
      hasOlder: boolean = records.length >= pageSize,
    ): void {
      const items = itemsOf(records);
      const had = family.read(tx.get, name);
      const united = had && unite(had.items, items);
      const isComplete = !hasOlder;
      family.set(
        tx,
        name,
        united ? { items: united, isComplete: had.isComplete || isComplete } : { items, isComplete },
      );
    },

    /** Takes a page of older messages; a short page is the last one. */
    older(tx: Transaction, name: string, records: readonly Numbered[], pageSize: number): void {
      const had = family.read(tx.get, name);
      const united = had && unite(had.items, itemsOf(records));
      if (united) {
        family.set(tx, name, { items: united, isComplete: records.length < pageSize });
      }
    },

    /** Adds one new message. False where it does not follow: the thread must be read again. */
    append(tx: Transaction, name: string, record: Numbered): boolean {
      const had = family.read(tx.get, name);
      if (!had) {
        return true;
      }
      const united = unite(had.items, itemsOf([record]));
      if (!united) {
        return false;
      }
      if (united.some((item, index) => !isSame(item, had.items[index]))) {
        family.set(tx, name, { ...had, items: united });
      }
      return true;
    },
  };
}

export const threads = createThreads();
