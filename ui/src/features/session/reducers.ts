import type { Change, Rights, UserRecord } from "@/api";
import type { Reducers } from "@/realtime";
import { identityAtom, type Transaction, unreadChatsAtom, unreadTextsAtom } from "@/store";
import { adoptTheme } from "./theme";

interface MeSnapshot {
  user?: UserRecord;
  rights?: Record<string, Rights>;
  badges?: { conversations?: Record<string, number>; chats?: Record<string, number> };
}

function withCount(counts: Readonly<Record<string, number>>, id: string, count: number) {
  if ((counts[id] ?? 0) === count) {
    return counts;
  }
  const { [id]: _, ...rest } = counts;
  return count > 0 ? { ...rest, [id]: count } : rest;
}

function changeOwnUser(tx: Transaction, change: Change): void {
  const identity = tx.get(identityAtom);
  if (!identity || change.id !== identity.userId || change.version <= identity.user.version) {
    return;
  }
  const user = { ...identity.user, ...change.fields, version: change.version };
  tx.set(identityAtom, { ...identity, user });
  adoptTheme(user.settings?.theme);
}

function countTexts(tx: Transaction, change: Change): void {
  const unread = change.op === "removed" ? 0 : change.fields?.unread_messages;
  if (typeof unread === "number") {
    tx.set(unreadTextsAtom, withCount(tx.get(unreadTextsAtom), change.id, unread));
  }
}

function countChats(tx: Transaction, change: Change): void {
  const me = tx.get(identityAtom)?.userId;
  const map = change.fields?.unread_messages;
  const isGone = change.op === "removed" || change.fields?.status === "Closed";
  if (me !== undefined && (isGone || (typeof map === "object" && map !== null))) {
    const mine = isGone ? 0 : Number((map as Record<string, number>)[me] ?? 0);
    tx.set(unreadChatsAtom, withCount(tx.get(unreadChatsAtom), change.id, mine));
  }
}

/** What the topic `me` brings: myself, my rights, and the inputs of the badges. */
export const sessionReducers: Reducers = {
  snapshots: {
    me(tx, snapshot) {
      const { user, rights, badges } = snapshot as MeSnapshot;
      const identity = tx.get(identityAtom);
      if (identity) {
        const isNewer = user !== undefined && user.version >= identity.user.version;
        tx.set(identityAtom, {
          ...identity,
          user: isNewer ? user : identity.user,
          rights: rights ?? identity.rights,
        });
      }
      tx.set(unreadTextsAtom, badges?.conversations ?? {});
      tx.set(unreadChatsAtom, badges?.chats ?? {});
    },
  },
  changes: { user: changeOwnUser, twilio_conversation: countTexts, chat: countChats },
};
