import { atom } from "@/store";

/** What lies over the page, of the frame's own: the palette, the list of keys, more places, or the change of password or time zone. */
export const overlayAtom = atom<"palette" | "shortcuts" | "more" | "password" | "zone" | undefined>(
  undefined,
);
