import { detailOf, patchRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { atom, currentUserId, identityAtom, optimistic, store } from "@/store";
import { words } from "./messages";

const most = 100;

interface Settings {
  saved_messages?: Readonly<Record<string, true | null>> | null;
  notifications?: { muted?: Readonly<Record<string, boolean>> };
}

const settingsAtom = atom((get): Settings => (get(identityAtom)?.user.settings as Settings | null) ?? {});

/** The messages that I saved, the newest first: their ids rise with time. */
export const savedAtom = atom((get) =>
  Object.entries(get(settingsAtom).saved_messages ?? {})
    .filter(([, is]) => is)
    .map(([id]) => id)
    .toSorted()
    .reverse(),
);

/** Stores a part of my settings; it shows at once and is taken back if the server refuses it. */
async function storeSettings(shown: Settings, change: object): Promise<boolean> {
  const id = currentUserId();
  const user = store.get(identityAtom)?.user;
  if (id === undefined || !user) {
    return false;
  }
  try {
    await optimistic("user", id, { settings: { ...user.settings, ...shown } }, (command) =>
      patchRecord("user", { id, settings: change }, command),
    );
    return true;
  } catch (error) {
    toast.error(words.saveFailed(detailOf(error)));
    return false;
  }
}

/** Saves a message for myself, or removes it from what I saved. */
export async function setSaved(message: string, is: boolean): Promise<void> {
  if (is && store.get(savedAtom).length >= most) {
    toast.warning(words.fullOfSaved(most));
    return;
  }
  const { [message]: _, ...others } = store.get(settingsAtom).saved_messages ?? {};
  const saved_messages = is ? { ...others, [message]: true as const } : others;
  if ((await storeSettings({ saved_messages }, { saved_messages: { [message]: is ? true : null } })) && is) {
    toast.success(words.savedIt);
  }
}

/** Mutes a chat: no badge and no notifications but direct mentions. */
export async function setMuted(chat: string, is: boolean): Promise<void> {
  const { notifications } = store.get(settingsAtom);
  const { [chat]: _, ...others } = notifications?.muted ?? {};
  const muted = is ? { ...others, [chat]: true } : others;
  await storeSettings(
    { notifications: { ...notifications, muted } },
    { notifications: { muted: { [chat]: is ? true : null } } },
  );
}
