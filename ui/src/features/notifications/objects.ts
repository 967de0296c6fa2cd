import type { RecordOf, Stored } from "@/api";

export const object = "notification";

export type NotificationRecord = RecordOf<Stored.NotificationRecord>;
export type Kind = NonNullable<NotificationRecord["kind"]>;

export const settingsPath = "/notifications/settings";
export const inboxPath = "/live/missed";

/** The list of my notifications that are shown. */
export const shownList = "notifications";

/** Kinds whose unread state their own place in the navigation counts, too: chats and texts. */
const counted: readonly (Kind | null | undefined)[] = [
  "Mention",
  "Direct Message",
  "Thread Reply",
  "Chat Message Created",
  "Twilio Conversation Unread Messages",
  "Inbound SMS Alert",
];

export const isCountedElsewhere = ({ kind }: NotificationRecord) => counted.includes(kind);
