import { type Change, type Filter, listRecords, type WireRecord } from "@/api";
import type { ChangeContext } from "@/realtime/router";
import { keep, lists, type Transaction, transact } from "@/store";
import { outgoing } from "./outgoing";
import { type Numbered, threads } from "./threads";

/** Takes the rows of a live list as they were fetched. */
export function takeLive(object: string, list: string, rows: readonly WireRecord[]): string[] {
  keep(object, rows);
  const ids = rows.map((row) => row.id);
  transact((tx) => lists.set(tx, list, ids));
  return ids;
}

/** Adds rows to a live list that a view of it needs. */
export function addLive(object: string, list: string, rows: readonly WireRecord[]): string[] {
  keep(object, rows);
  const ids = rows.map((row) => row.id);
  transact((tx) => lists.add(tx, list, ...ids));
  return ids;
}

/** What is on its way into lists: it is asked for once. */
const coming = new Map<string, Promise<void>>();

/** Brings threads into a live list that were known only by name; resolves when they are there, or can't be had. */
export async function fetchInto(object: string, list: string, ids: readonly string[]): Promise<void> {
  const wanted = ids.filter((id) => !coming.has(id));
  if (wanted.length > 0) {
    const filter: Filter[] = [{ field: "id", operator: "IN", value: wanted }];
    const brought = listRecords(object, { limit: wanted.length, filter })
      .then(({ rows }) => void addLive(object, list, rows))
      // The next change of one brings it; until then the rest of the list is as it was.
      .catch(() => undefined)
      .finally(() => {
        for (const id of wanted) {
          coming.delete(id);
        }
      });
    for (const id of wanted) {
      coming.set(id, brought);
    }
  }
  await Promise.all(ids.map((id) => coming.get(id)));
}

/** Keeps a live list as a change says: who is over goes, who is alive is listed. */
export function changeLive(
  tx: Transaction,
  list: string,
  change: Change,
  applied: ChangeContext["applied"],
  isOver: boolean,
): void {
  if (isOver) {
    lists.remove(tx, list, change.id);
  } else if (applied === "applied") {
    lists.add(tx, list, change.id);
  } else if (applied === "unknown" && tx.get(lists.atomOf(list)) !== undefined) {
    // An old one came alive: only its changed fields were told.
    queueMicrotask(() => void fetchInto(change.object, list, [change.id]));
  }
}

/** A message of a thread was stored; a hole before it is asked for again. */
export function takeMessage(
  tx: Transaction,
  name: string,
  message: Numbered,
  again: ChangeContext["again"],
): void {
  if (!threads.append(tx, name, message)) {
    again(name);
  }
  settle(tx, name, message);
}

/** Takes the newest page of a thread; what was written here and is in it is unsent no more. */
export function takeNewest(
  tx: Transaction,
  name: string,
  messages: readonly Numbered[],
  pageSize: number,
  hasOlder: boolean | undefined,
): void {
  threads.newest(tx, name, messages, pageSize, hasOlder);
  for (const message of messages) {
    settle(tx, name, message);
  }
}

function settle(tx: Transaction, name: string, message: Numbered): void {
  if (message.client_id) {
    outgoing.arrived(tx, name, message.client_id);
  }
}
