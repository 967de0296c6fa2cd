import type { WireRecord } from "@/api";
import { atom, type Identity, identityAtom, store } from "@/store";
import { messages } from "../objects";

/** Whom a new text is for: a number as it was typed, a contact, or nobody yet. */
export interface NewText {
  typed?: string;
  contact?: WireRecord;
}

/** The text that is being begun, over whatever page one is on. */
export const newTextAtom = atom<NewText | undefined>(undefined);

export const openNewText = (text: NewText = {}): void => store.set(newTextAtom, text);

/** Whether somebody may write to people outside. */
export const mayText = (identity: Identity | undefined = store.get(identityAtom)): boolean =>
  identity?.rights[messages]?.create === true;
