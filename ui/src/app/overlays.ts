import { atom } from "@/store";

/** What lies over the page, of the frame's own: the palette, the list of keys, or more places. */
export const overlayAtom = atom<"palette" | "shortcuts" | "more" | undefined>(undefined);
