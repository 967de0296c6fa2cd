import { atom, type Identity, identityAtom, rightsFor, store } from "@/store";

/** The number that is about to be called from anywhere, as far as it was typed. */
export const dialingAtom = atom<string | undefined>(undefined);

export const openDialer = (typed = ""): void => store.set(dialingAtom, typed);

/** Whether somebody may call people outside. */
export const mayCall = (identity: Identity | undefined = store.get(identityAtom)): boolean =>
  rightsFor(identity, "call").create;
