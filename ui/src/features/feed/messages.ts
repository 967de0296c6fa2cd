import { title } from "./names";

/** What one does in a thread by making one of its messages. */
const wrote: Record<string, string> = { chat_message: "wrote in", twilio_message: "texted in" };
const threads: Record<string, string> = { chat_message: "a chat", twilio_message: "a conversation" };

export const words = {
  title,
  lead: "What changed lately in what you may read.",
  empty: "Nothing has changed lately",
  emptyHint: "What people do with contacts, notes, calls and messages appears here as it happens.",
  earlier: "Show earlier",
  failed: "The feed can't be shown",
  outside: "Somebody outside",
  system: "Switchboard",
  wrote: (object: string) => wrote[object],
  thread: (object: string) => threads[object],
  made: "made",
  changed: (titles: readonly string[]) => `changed ${titles.join(", ")} of`,
};
