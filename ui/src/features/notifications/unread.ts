import { createUnread } from "@/thread/unread";

/** My unread notifications, by id. */
export const unread = createUnread("notifications");

/** Those that no other place of the navigation counts. */
export const inbox = createUnread("inbox");
