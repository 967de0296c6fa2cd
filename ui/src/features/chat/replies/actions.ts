import { getRecord, listRecords, send as run } from "@/api";
import { keep, store, transact } from "@/store";
import { threads } from "@/thread";
import { takeNewest } from "@/thread/live";
import { type ChatMessage, messages, repliesName } from "../objects";
import { asReply } from "../reducers";

/** The replies that are read at once. */
const page = 50;

const read = (parent: string, before?: number) =>
  listRecords<ChatMessage>(messages, {
    limit: page,
    order: "-reply_number",
    filter: [
      { field: "parent", operator: "=", value: parent },
      ...(before === undefined ? [] : [{ field: "reply_number", operator: "<" as const, value: before }]),
    ],
  });

/** Reads the newest replies to a message, and the message where it is not known. Throws ApiError. */
export async function loadReplies(parent: string): Promise<void> {
  const [{ rows }, message] = await Promise.all([read(parent), getRecord<ChatMessage>(messages, parent)]);
  keep(messages, [message, ...rows]);
  transact((tx) => takeNewest(tx, repliesName(parent), rows.map(asReply), page, rows.length === page));
}

export async function loadOlderReplies(parent: string): Promise<void> {
  const name = repliesName(parent);
  const oldest = store.get(threads.atomOf(name))?.items[0];
  if (oldest) {
    const { rows } = await read(parent, oldest.number);
    keep(messages, rows);
    transact((tx) => threads.older(tx, name, rows.map(asReply), page));
  }
}

export const markRepliesRead = (message: string): Promise<unknown> =>
  run("POST /chat/message/{id}/read", { id: message });
