import { createUnread } from "@/thread/unread";

/** The jobs that I started and have not put away. */
export const kept = createUnread("jobs");
