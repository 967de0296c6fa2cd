import type { WireRecord } from "@/api";
import type { ChatRecord } from "./objects";

/** The colleague of a direct message; undefined where the chat is none. */
export const otherOf = (chat: ChatRecord, me: string | undefined) =>
  chat.direct ? chat.members?.find((member) => member.id !== me) : undefined;

/** What a chat is called: a direct message by the colleague, however it was begun. */
export const chatName = (chat: ChatRecord, me: string | undefined): string =>
  otherOf(chat, me)?.name ?? chat.name ?? "";

/** As a section of the navigation names it. */
export const titleOf = (chat: WireRecord, me: string) => chatName(chat as ChatRecord, me);
