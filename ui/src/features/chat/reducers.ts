import type { Change } from "@/api";
import type { ChangeContext, Reducers } from "@/realtime/router";
import { entities, identityAtom, type Transaction } from "@/store";
import { changeLive, takeMessage, takeNewest } from "@/thread";
import { type ChatMessage, type ChatRecord, messages, object, threadKind } from "./objects";
import { forgetTyping, noteTyping } from "./typing";
import { unread } from "./unread";

export const liveList = "live:chat";
export const pageSize = 25;

export const threadName = (chat: string) => `${threadKind}:${chat}`;

interface Snapshot {
  chat: ChatRecord;
  messages?: ChatMessage[];
  older?: boolean;
}

function countUnread(tx: Transaction, change: Change): void {
  const me = tx.get(identityAtom)?.userId;
  const map = change.fields?.unread_messages;
  const isGone = change.op === "removed" || change.fields?.status === "Closed";
  if (me !== undefined && (isGone || (typeof map === "object" && map !== null))) {
    unread.set(tx, change.id, isGone ? 0 : Number((map as Record<string, number>)[me] ?? 0));
  }
}

function changeChat(tx: Transaction, change: Change, { applied }: ChangeContext): void {
  countUnread(tx, change);
  const chat = entities.read(tx.get, object, change.id);
  changeLive(tx, liveList, change, applied, change.op === "removed" || chat?.record.status === "Closed");
}

function changeMessage(tx: Transaction, change: Change, { again }: ChangeContext): void {
  const message = entities.read(tx.get, messages, change.id)?.record as ChatMessage | undefined;
  const chat = message?.chat?.id;
  if (!(message && chat) || change.op === "removed") {
    return;
  }
  const name = threadName(chat);
  takeMessage(tx, name, message, again);
  if (change.op === "created" && message.user) {
    forgetTyping(tx, name, message.user.id);
  }
}

export const chatReducers: Reducers = {
  snapshots: {
    me: unread.me,
    [threadKind](tx, snapshot, topic) {
      const { chat, messages: newest, older } = snapshot as Snapshot;
      entities.upsert(tx, object, [chat]);
      entities.upsert(tx, messages, newest ?? []);
      takeNewest(tx, topic.name, newest ?? [], pageSize, older);
    },
  },
  changes: { [object]: changeChat, [messages]: changeMessage },
  fleeting: { typing: noteTyping },
};
