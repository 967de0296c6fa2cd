import { compareMoments } from "@/lib/compare";
import type { ChatRecord } from "./objects";

export const unreadOf = (chat: ChatRecord, me: string | undefined) =>
  me === undefined ? 0 : (chat.unread_messages?.[me] ?? 0);

/** What is unread among the messages of a chat, without replies in threads. */
export const unreadAbove = (chat: ChatRecord, me: string | undefined) =>
  me === undefined || chat.unread_messages?.[me] === undefined
    ? 0
    : Math.max(0, (chat.last_number ?? 0) - (chat.read_numbers?.[me] ?? 0));

export const unreadReplies = (chat: ChatRecord | undefined, me: string | undefined, message: string) =>
  me === undefined ? 0 : (chat?.unread_replies?.[me]?.[message] ?? 0);

const moment = (chat: ChatRecord) => chat.last_message_at ?? chat.modified_date ?? "";

/** Chats with something unread first, then by their newest message. */
export const newestFirst = (me: string | undefined) => (left: ChatRecord, right: ChatRecord) => {
  const unread = Number(unreadOf(right, me) > 0) - Number(unreadOf(left, me) > 0);
  return unread !== 0 ? unread : compareMoments(moment(right), moment(left));
};
