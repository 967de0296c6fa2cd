import { atom, identityAtom } from "@/store";

interface Settings {
  notifications?: { muted?: Readonly<Record<string, boolean>> };
}

/** The chats that I muted: they count nothing. */
export const mutedAtom = atom(
  (get) => (get(identityAtom)?.user.settings as Settings | null | undefined)?.notifications?.muted ?? {},
);
