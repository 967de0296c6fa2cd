import { type ListView, listView } from "@/thread/listView";

/** What the address says of an open chat, and of the list of chats. */
export interface ChatAddress extends ListView {
  /** The message whose replies are open. */
  thread?: string;
  /** The message to show. */
  at?: string;
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

export function chatAddress(raw: Record<string, unknown>): ChatAddress {
  const thread = text(raw.thread);
  const at = text(raw.at);
  return { ...listView(raw), ...(thread ? { thread } : {}), ...(at ? { at } : {}) };
}
