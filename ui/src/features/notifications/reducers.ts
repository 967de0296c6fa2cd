import type { Change } from "@/api";
import type { Reducers } from "@/realtime/router";
import { entities, identityAtom, lists, type Transaction } from "@/store";
import { showOnDesktop } from "./desktop";
import { isCountedElsewhere, type NotificationRecord, object, shownList } from "./objects";
import { inbox, unread } from "./unread";

function changeNotification(tx: Transaction, change: Change): void {
  const entity = entities.read(tx.get, object, change.id);
  if (change.op === "removed") {
    unread.set(tx, change.id, 0);
    inbox.set(tx, change.id, 0);
    lists.remove(tx, shownList, change.id);
    return;
  }
  const record = entity?.record as NotificationRecord | undefined;
  if (!record) {
    // One that no list holds: its change names what became of it.
    if (change.fields?.read === true) {
      unread.set(tx, change.id, 0);
      inbox.set(tx, change.id, 0);
    }
    return;
  }
  // A superuser hears of everybody's; here are my own.
  if (record.user?.id !== tx.get(identityAtom)?.userId || record.in_app === false) {
    return;
  }
  const count = record.read ? 0 : 1;
  unread.set(tx, record.id, count);
  inbox.set(tx, record.id, isCountedElsewhere(record) ? 0 : count);
  if (change.op === "created") {
    lists.add(tx, shownList, record.id);
    if (record.desktop && !record.read) {
      showOnDesktop(record);
    }
  }
}

export const notificationReducers: Reducers = {
  snapshots: {
    me(tx, snapshot) {
      unread.me(tx, snapshot);
      inbox.me(tx, snapshot);
    },
  },
  changes: { [object]: changeNotification },
};
