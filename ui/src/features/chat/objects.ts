import type { RecordOf, Stored } from "@/api";

export const object = "chat";
export const messages = "chat_message";

export type ChatRecord = RecordOf<
  Stored.ChatRecord,
  never,
  "status" | "private" | "last_number",
  {
    read_numbers?: Record<string, number> | null;
    unread_messages?: Record<string, number> | null;
    /** Counts by member and by the message that begins a thread. */
    unread_replies?: Record<string, Record<string, number>> | null;
  }
>;

/** A file of a message (docs/messages.md). */
export interface MediaItem {
  content_type: string;
  filename: string;
  size?: number;
  file: string;
  links?: { content_direct_temporary?: string };
}

export type ChatMessage = RecordOf<
  Stored.ChatMessageRecord,
  never,
  "number" | "reply_number",
  { media?: readonly MediaItem[] | null }
>;

/** Whether files go with a message. */
export const hasFiles = (message: ChatMessage) => (message.media?.length ?? 0) > 0;

export const home = "/live/chat";
export const pathPattern = "/view/chat/record/$id/conversation";
export const pathOf = (id: string) => pathPattern.replace("$id", id);

/** The word before the colon of the topics of its threads. */
export const threadKind = "chat";

/** The same of the threads of replies, which go by the message that they reply to. */
export const replyKind = "reply";
export const repliesName = (message: string) => `${replyKind}:${message}`;
