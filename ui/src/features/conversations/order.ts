import { compareMoments } from "@/lib/compare";
import type { ConversationRecord } from "./objects";

const moment = (one: ConversationRecord) => one.modified_date ?? one.last_message_at ?? "";

export const unreadIn = (one: ConversationRecord) => one.unread_messages ?? 0;

/** Unread first, the most unread on top; then what was modified last. */
export function byUnreadThenRecent(left: ConversationRecord, right: ConversationRecord): number {
  const unread = unreadIn(right) - unreadIn(left);
  return unread !== 0 ? unread : compareMoments(moment(right), moment(left));
}
