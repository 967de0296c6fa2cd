import { createRecord, listRecords, send as run } from "@/api";
import type { Sender } from "@/feature";
import { colleaguesAtom, currentUserId, entities, keep, lists, store, transact } from "@/store";
import { outgoing, threads, type UnsentFile } from "@/thread";
import { mentionsIn } from "./mentions";
import type { ChatMessage, ChatRecord } from "./objects";
import { messages, object, repliesName } from "./objects";
import { asReply, liveList, pageSize, threadName } from "./reducers";

const nameLength = 80;

/** Sends a chat message; shown at once, stored once. */
export const sendMessage = (chat: string, body: string, files?: readonly UnsentFile[]): Promise<void> =>
  outgoing.send(threadName(chat), body, files);

/** Sends a reply to a message; isInChat shows it among the messages of the chat, too. */
export const sendReply = (
  chat: string,
  parent: string,
  body: string,
  files: readonly UnsentFile[],
  isInChat: boolean,
): Promise<void> => outgoing.send(repliesName(parent), body, files, { chat, in_chat: isInChat });

/** The mentions of a message; in a private chat those of members alone. */
function mentionFields(chat: string, body: string): object {
  const { users, isHere } = mentionsIn(body, store.get(colleaguesAtom) ?? []);
  const record = entities.read(store.get, object, chat)?.record as ChatRecord | undefined;
  const members = record?.members?.map(({ id }) => id) ?? [];
  const mentions = users.map(({ id }) => id).filter((id) => record?.private !== true || members.includes(id));
  return { ...(mentions.length > 0 ? { mentions } : {}), ...(isHere ? { mentions_here: true } : {}) };
}

type Written = Parameters<Sender>[1];

/** Gives a message to the server. */
async function post(chat: string, { body, clientId, files = [], fields }: Written, parent?: string) {
  const stored = await createRecord<ChatMessage>(
    messages,
    {
      ...fields,
      chat,
      ...(body === "" ? {} : { body }),
      name: (body || files.map(({ name }) => name).join(", ")).slice(0, nameLength),
      direction: "Outgoing",
      user: currentUserId(),
      client_id: clientId,
      ...(parent === undefined ? {} : { parent }),
      ...(files.length > 0 ? { files: files.map(({ id }) => id) } : {}),
      ...mentionFields(chat, body),
    },
    clientId,
  );
  keep(messages, [stored]);
  transact((tx) => {
    if (parent !== undefined) {
      threads.append(tx, repliesName(parent), asReply(stored));
    }
    if (typeof stored.number === "number") {
      threads.append(tx, threadName(chat), stored);
    }
  });
}

export const postMessage: Sender = (chat, message) => post(chat, message);

/** The same of a reply; it says which chat it belongs to. */
export const postReply: Sender = (parent, message) => post(String(message.fields?.chat), message, parent);

export async function loadOlder(chat: string): Promise<void> {
  const name = threadName(chat);
  const oldest = store.get(threads.atomOf(name))?.items[0];
  if (!oldest) {
    return;
  }
  const page = await listRecords<ChatMessage>(messages, {
    limit: pageSize,
    order: "-number",
    filter: [
      { field: "chat", operator: "=", value: chat },
      { field: "number", operator: "<", value: oldest.number },
    ],
  });
  transact((tx) => threads.older(tx, name, page.rows, pageSize));
  keep(messages, page.rows);
}

/** The message with a number, where it was read. */
export const idAt = (chat: string, number: number): string | undefined =>
  store.get(threads.atomOf(threadName(chat)))?.items.find((item) => item.number === number)?.id;

/** Moves my own reading position to a message. */
export async function markRead(chat: string, number: number): Promise<void> {
  await run("POST /chat/{id}/read", { id: chat, number });
}

/** Moves my own reading position back, so that a message is the first unread one. */
export async function markUnread(chat: string, number: number): Promise<void> {
  await run("POST /chat/{id}/unread", { id: chat, number });
}

function takeChat(chat: ChatRecord): ChatRecord {
  transact((tx) => {
    entities.upsert(tx, object, [chat]);
    lists.add(tx, liveList, chat.id);
  });
  return chat;
}

/** The direct message with a colleague, which is made where there is none yet. */
export const openDirect = async (user: string): Promise<ChatRecord> =>
  takeChat((await run("POST /chat/direct", { user, command: crypto.randomUUID() })) as ChatRecord);

/** The chat with those who run the organization, which is made where there is none yet. */
export const openHelp = async (): Promise<ChatRecord> =>
  takeChat((await run("POST /chat/help", { command: crypto.randomUUID() })) as ChatRecord);

export async function createChat(
  name: string,
  members: readonly string[],
  isPrivate: boolean,
): Promise<ChatRecord> {
  return takeChat(await createRecord<ChatRecord>(object, { name, members, private: isPrivate }));
}
