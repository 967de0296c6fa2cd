import { compareMoments } from "@/lib/compare";
import type { ConversationRecord } from "./objects";

const moment = (one: ConversationRecord) => one.last_message_at ?? one.modified_date ?? "";

/** Unread first, the most unread on top; then the newest. */
export function byUnreadThenRecent(left: ConversationRecord, right: ConversationRecord): number {
  const unread = (right.unread_messages ?? 0) - (left.unread_messages ?? 0);
  return unread !== 0 ? unread : compareMoments(moment(right), moment(left));
}
