import { atom } from "@/store";

/** What lies over the page, of the frame's own: the palette or the list of keys. */
export const overlayAtom = atom<"palette" | "shortcuts" | undefined>(undefined);
