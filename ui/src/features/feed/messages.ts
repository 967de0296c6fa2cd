import { title } from "./names";

/** Verbs for creating a message of a thread, by object. */
const wrote: Record<string, string> = { chat_message: "wrote in", twilio_message: "texted in" };
const threads: Record<string, string> = { chat_message: "a chat", twilio_message: "a conversation" };

export const words = {
  title,
  lead: "Recent changes to records you can access.",
  empty: "No recent changes",
  emptyHint: "Changes to contacts, notes, calls and messages appear here as they happen.",
  earlier: "Show earlier",
  failed: "The feed could not be loaded",
  outside: "External user",
  system: "Switchboard",
  wrote: (object: string) => wrote[object],
  thread: (object: string) => threads[object],
  made: "created",
  filter: "Filter",
  all: "All changes",
  who: "Who",
  everyone: "Everyone",
  me: "Only my changes",
  kinds: "Kind",
  allKinds: "All kinds",
  none: "No such changes",
  noneHint: "Nothing that matches the filter changed recently.",
  reset: "Show all changes",
  undo: "Undo",
  undoChange: (titles: readonly string[], name: string) =>
    `Undo the change of ${titles.join(", ")} of ${name}`,
  undone: "Change undone",
  changedSince: (titles: readonly string[]) =>
    `${titles.join(", ")} changed again since. The record's history has every value.`,
  redo: "Redo",
  changed: (titles: readonly string[]) => `changed ${titles.join(", ")} of`,
};
