import { createUnread } from "@/thread/unread";
import { mutedAtom } from "./muted";

/** How much is unread for me, by chat. */
export const unread = createUnread("chats", mutedAtom);
