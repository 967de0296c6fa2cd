import { atom } from "@/store";

/** People whose records changed since the page was opened: a list that did not hold one may hold him now. */
export const movedPeopleAtom = atom<ReadonlySet<string>>(new Set<string>());

/** Rises with every change of rights that this browser hears of: what was told of somebody's rights may be old. */
export const rightsChangeAtom = atom(0);
