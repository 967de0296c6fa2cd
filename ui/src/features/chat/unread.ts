import { createUnread } from "@/thread/unread";

/** How much is unread for me, by chat. */
export const unread = createUnread("chats");
