import { createUnread } from "@/thread/unread";

/** How much is unread for the team, by conversation. */
export const unread = createUnread("conversations");
