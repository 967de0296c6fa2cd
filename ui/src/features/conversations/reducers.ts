import type { Change, WireRecord } from "@/api";
import type { ChangeContext, Reducers } from "@/realtime/router";
import { entities, lists, type Transaction } from "@/store";
import { changeLive, takeMessage, takeNewest } from "@/thread";
import { consentList } from "./consent/lists";
import {
  type ConversationRecord,
  consents as consentObject,
  messages,
  object,
  participants as participantsObject,
  type TextMessage,
  threadKind,
} from "./objects";
import { type ScheduledText, scheduledList, scheduledObject } from "./scheduled";
import { unread } from "./unread";

export const liveList = "live:twilio_conversation";
export const pageSize = 10;

export const threadName = (conversation: string) => `${threadKind}:${conversation}`;

interface Snapshot {
  conversation: ConversationRecord;
  participants?: WireRecord[];
  messages?: TextMessage[];
  older?: boolean;
}

function countUnread(tx: Transaction, change: Change): void {
  const count = change.op === "removed" ? 0 : change.fields?.unread_messages;
  if (typeof count === "number") {
    unread.set(tx, change.id, count);
  }
}

/** The list of the conversations with a contact, once it was asked for. */
export const listWith = (contact: string) => `conversations:${contact}`;

/**
 * Names the one customer of a conversation by the field and value that find all conversations with them; "" for a
 * group.
 */
export function customerOf({ contacts, contact_phones: numbers }: ConversationRecord): string {
  const [contact, ...others] = contacts ?? [];
  const [number, ...more] = numbers ?? [];
  if (others.length > 0 || more.length > 0) {
    return "";
  }
  return contact ? `contacts ${contact.id}` : number ? `contact_phones ${number}` : "";
}

/** The list of the conversations with one customer, once it was asked for. */
export const listOfCustomer = (customer: string) => `conversations of ${customer}`;

function noteContacts(tx: Transaction, id: string): void {
  const conversation = entities.read(tx.get, object, id)?.record as ConversationRecord | undefined;
  for (const contact of conversation?.contacts ?? []) {
    lists.add(tx, listWith(contact.id), id);
  }
  if (conversation) {
    lists.add(tx, listOfCustomer(customerOf(conversation)), id);
  }
}

function changeConversation(tx: Transaction, change: Change, { applied }: ChangeContext): void {
  countUnread(tx, change);
  changeLive(tx, liveList, change, applied, change.op === "removed");
  noteContacts(tx, change.id);
}

function changeMessage(tx: Transaction, change: Change, { again }: ChangeContext): void {
  const message = entities.read(tx.get, messages, change.id)?.record as TextMessage | undefined;
  const conversation = message?.conversation?.id;
  if (!(message && conversation) || change.op === "removed") {
    return;
  }
  takeMessage(tx, threadName(conversation), message, again);
}

function changeConsent(tx: Transaction, change: Change): void {
  const number = change.fields?.number;
  if (change.op === "created" && typeof number === "string") {
    lists.add(tx, consentList(number), change.id);
  }
}

function changeScheduled(tx: Transaction, change: Change): void {
  const text = entities.read(tx.get, scheduledObject, change.id)?.record as ScheduledText | undefined;
  if (text?.conversation && change.op !== "removed") {
    lists.add(tx, scheduledList(text.conversation.id), change.id);
  }
}

export const conversationReducers: Reducers = {
  snapshots: {
    me: unread.me,
    [threadKind](tx, snapshot, topic) {
      const { conversation, participants, messages: newest, older } = snapshot as Snapshot;
      entities.upsert(tx, object, [conversation]);
      entities.upsert(tx, participantsObject, participants ?? []);
      entities.upsert(tx, messages, newest ?? []);
      takeNewest(tx, topic.name, newest ?? [], pageSize, older);
    },
  },
  changes: {
    [object]: changeConversation,
    [messages]: changeMessage,
    [consentObject]: changeConsent,
    [scheduledObject]: changeScheduled,
  },
};
