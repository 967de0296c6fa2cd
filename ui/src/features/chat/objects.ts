import type { RecordOf, Stored } from "@/api";

export const object = "chat";
export const messages = "chat_message";

export type ChatRecord = RecordOf<
  Stored.ChatRecord,
  never,
  "status" | "private" | "last_number",
  { read_numbers?: Record<string, number> | null; unread_messages?: Record<string, number> | null }
>;

export type ChatMessage = RecordOf<Stored.ChatMessageRecord, never, "number">;

export const home = "/live/chat";
export const pathPattern = "/view/chat/record/$id/conversation";
export const pathOf = (id: string) => pathPattern.replace("$id", id);

/** The word before the colon of the topics of its threads. */
export const threadKind = "chat";
