import { listRecords } from "@/api";
import { keep, store, transact } from "@/store";
import { threads } from "@/thread";
import { type ChatMessage, messages } from "../objects";
import { threadName } from "../reducers";

/** Messages that are read at once on the way back, and how far that leads. */
const page = 200;
const furthest = 1_000;
/** Messages shown before and after one that is further back. */
const near = 10;

const oldestOf = (chat: string) => store.get(threads.atomOf(threadName(chat)))?.items[0]?.number;

/** Reads older messages of a chat until it has one; false where that is too far back. Throws ApiError. */
export async function loadBackTo(chat: string, number: number): Promise<boolean> {
  let oldest = oldestOf(chat);
  if (oldest === undefined || oldest - number > furthest) {
    return false;
  }
  while (oldest > number) {
    const limit = Math.min(page, oldest - number + near);
    const { rows } = await listRecords<ChatMessage>(messages, {
      limit,
      order: "-number",
      filter: [
        { field: "chat", operator: "=", value: chat },
        { field: "number", operator: "<", value: oldest },
      ],
    });
    keep(messages, rows);
    transact((tx) => threads.older(tx, threadName(chat), rows, limit));
    const next = oldestOf(chat);
    if (next === undefined || next >= oldest) {
      return false;
    }
    oldest = next;
  }
  return true;
}

/** The messages around one, oldest first. Throws ApiError. */
export async function readAround(chat: string, number: number): Promise<string[]> {
  const { rows } = await listRecords<ChatMessage>(messages, {
    limit: 2 * near + 1,
    order: "number",
    filter: [
      { field: "chat", operator: "=", value: chat },
      { field: "number", operator: ">=", value: number - near },
      { field: "number", operator: "<=", value: number + near },
    ],
  });
  keep(messages, rows);
  return rows.map(({ id }) => id);
}
