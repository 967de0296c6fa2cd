import { listRecords, patchRecord, send as run } from "@/api";
import type { Sender } from "@/feature";
import { keep, optimistic, store, transact } from "@/store";
import { outgoing, threads, type UnsentFile } from "@/thread";
import type { TextMessage } from "./objects";
import { messages, object } from "./objects";
import { pageSize, threadName } from "./reducers";

/** Sends a text; it shows at once and is stored once, however often it has to be sent. */
export const sendText = (conversation: string, body: string, files?: readonly UnsentFile[]): Promise<void> =>
  outgoing.send(threadName(conversation), body, files);

/** Gives a text to the server. */
export const postText: Sender = async (conversation, { body, clientId, files }) => {
  const sent = (await run("POST /twilio/message", {
    conversation,
    body,
    ...(files ? { files: files.map(({ id }) => id) } : {}),
    client_id: clientId,
    command: clientId,
  })) as TextMessage;
  keep(messages, [sent]);
  transact((tx) => threads.append(tx, threadName(conversation), sent));
};

/** Takes a text back that was not sent yet; refused where it was, or may have been. */
export async function cancelText(message: string): Promise<void> {
  const command = crypto.randomUUID();
  const text = await run("POST /twilio/message/{id}/cancel", { id: message, command });
  keep(messages, [text as TextMessage]);
}

/** Fetches the page before the oldest message held. */
export async function loadOlder(conversation: string): Promise<void> {
  const name = threadName(conversation);
  const oldest = store.get(threads.atomOf(name))?.items[0];
  if (!oldest) {
    return;
  }
  const page = await listRecords<TextMessage>(messages, {
    limit: pageSize,
    order: "-number",
    filter: [
      { field: "conversation", operator: "=", value: conversation },
      { field: "number", operator: "<", value: oldest.number },
    ],
  });
  transact((tx) => threads.older(tx, name, page.rows, pageSize));
  keep(messages, page.rows);
}

/** Marks a conversation read for the team: the server moves its reading position. */
export async function markRead(conversation: string): Promise<void> {
  await optimistic(object, conversation, { unread_messages: 0 }, (command) =>
    patchRecord(object, { id: conversation, unread_messages: 0 }, command),
  );
}
