import { type Change, type ConversationRecord, getRecord, type TextMessage, type WireRecord } from "@/api";
import type { ChangeContext, Reducers } from "@/realtime/router";
import { entities, keep, lists, outgoing, type Transaction, threads, transact } from "@/store";
import { consentList, consentObject } from "@/store/consents";

export const object = "twilio_conversation";
export const messages = "twilio_message";
export const liveList = "live:twilio_conversation";
export const pageSize = 10;

export const threadName = (conversation: string) => `conversation:${conversation}`;

interface Snapshot {
  conversation: ConversationRecord;
  participants?: WireRecord[];
  messages?: TextMessage[];
  older?: boolean;
}

function fetchInto(id: string): void {
  void getRecord<ConversationRecord>(object, id).then(
    (record) => {
      keep(object, [record]);
      transact((tx) => lists.add(tx, liveList, id));
    },
    () => undefined,
  );
}

function changeConversation(tx: Transaction, change: Change, { applied }: ChangeContext): void {
  if (change.op === "removed") {
    lists.remove(tx, liveList, change.id);
    return;
  }
  const isListed = tx.get(lists.atomOf(liveList)) !== undefined;
  if (applied === "applied") {
    lists.add(tx, liveList, change.id);
  } else if (applied === "unknown" && isListed) {
    // An old conversation came alive: only its changed fields were told.
    queueMicrotask(() => fetchInto(change.id));
  }
}

function changeMessage(tx: Transaction, change: Change, { again }: ChangeContext): void {
  const message = entities.read(tx.get, messages, change.id)?.record as TextMessage | undefined;
  const conversation = message?.conversation?.id;
  if (!(message && conversation) || change.op === "removed") {
    return;
  }
  const name = threadName(conversation);
  if (!threads.append(tx, name, message)) {
    again(name);
  }
  if (message.client_id) {
    outgoing.arrived(tx, name, message.client_id);
  }
}

function changeConsent(tx: Transaction, change: Change): void {
  const number = change.fields?.number;
  if (change.op === "created" && typeof number === "string") {
    lists.add(tx, consentList(number), change.id);
  }
}

export const conversationReducers: Reducers = {
  snapshots: {
    conversation(tx, snapshot, topic) {
      const { conversation, participants, messages: newest, older } = snapshot as Snapshot;
      entities.upsert(tx, object, [conversation]);
      entities.upsert(tx, "twilio_participant", participants ?? []);
      entities.upsert(tx, messages, newest ?? []);
      threads.newest(tx, topic.name, newest ?? [], pageSize, older);
    },
  },
  changes: { [object]: changeConversation, [messages]: changeMessage, [consentObject]: changeConsent },
};
