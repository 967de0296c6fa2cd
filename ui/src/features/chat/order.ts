import { compareMoments } from "@/lib/compare";
import type { ChatRecord } from "./objects";

export const unreadOf = (chat: ChatRecord, me: string | undefined) =>
  me === undefined ? 0 : (chat.unread_messages?.[me] ?? 0);

const moment = (chat: ChatRecord) => chat.last_message_at ?? chat.modified_date ?? "";

/** Chats with something unread first, then by their newest message. */
export const newestFirst = (me: string | undefined) => (left: ChatRecord, right: ChatRecord) => {
  const unread = Number(unreadOf(right, me) > 0) - Number(unreadOf(left, me) > 0);
  return unread !== 0 ? unread : compareMoments(moment(right), moment(left));
};
