import { atom, store } from "@/store";

/** What is looked for in a conversation, and at which of its messages one is. */
export interface Find {
  conversation: string;
  typed: string;
  /** The message that was chosen among those of all conversations: the first to be shown. */
  from?: number | undefined;
}

export const findAtom = atom<Find | undefined>(undefined);

export const find = (next: Find | undefined) => store.set(findAtom, next);
