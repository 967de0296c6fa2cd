import { atom, store } from "@/store";

/** What is looked for in a conversation, and at which of its messages one is. */
export interface Find {
  conversation: string;
  typed: string;
  /** The message that was chosen among those of all conversations: the first to be shown. */
  from?: number | undefined;
  /** Which opening of the search it is: another one begins from the start. */
  opening: number;
}

export const findAtom = atom<Find | undefined>(undefined);

let openings = 0;

/** Opens the search in a conversation. */
export function find(conversation: string, typed = "", from?: number): void {
  openings += 1;
  store.set(findAtom, { conversation, typed, from, opening: openings });
}
