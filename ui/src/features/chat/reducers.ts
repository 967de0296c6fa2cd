import type { Change } from "@/api";
import type { ChangeContext, Reducers } from "@/realtime/router";
import { atom, entities, identityAtom, type Transaction } from "@/store";
import { changeLive, takeMessage, takeNewest } from "@/thread";
import { type ChatMessage, type ChatRecord, messages, object, repliesName, threadKind } from "./objects";
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
  if (message.parent) {
    takeReply(tx, message.parent.id, message);
  }
  if (!message.parent || message.in_chat === true) {
    takeMessage(tx, name, message, again);
  }
  if (change.op === "created" && message.user) {
    forgetTyping(tx, name, message.user.id);
  }
}

/** A reply as its thread numbers it. */
export const asReply = (message: ChatMessage) => ({ ...message, number: message.reply_number ?? 0 });

/** Rises when an open thread of replies is to be read again: it may have missed some. */
export const staleAtom = atom(0);

function takeReply(tx: Transaction, parent: string, reply: ChatMessage): void {
  takeMessage(tx, repliesName(parent), asReply(reply), () => tx.set(staleAtom, tx.get(staleAtom) + 1));
}

export const chatReducers: Reducers = {
  snapshots: {
    me: unread.me,
    [threadKind](tx, snapshot, topic) {
      const { chat, messages: newest, older } = snapshot as Snapshot;
      entities.upsert(tx, object, [chat]);
      entities.upsert(tx, messages, newest ?? []);
      takeNewest(tx, topic.name, newest ?? [], pageSize, older);
      tx.set(staleAtom, tx.get(staleAtom) + 1);
    },
  },
  changes: { [object]: changeChat, [messages]: changeMessage },
  fleeting: { typing: noteTyping },
};
