import { detailOf, patchRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { atom, currentUserId, identityAtom, optimistic, store } from "@/store";
import { words } from "./messages";
import type { Kind } from "./objects";

export const channels = ["in_app", "desktop", "email"] as const;
export type Channel = (typeof channels)[number];

export const kinds: readonly Kind[] = [
  "Mention",
  "Direct Message",
  "Thread Reply",
  "Missed Call",
  "Assignment",
  "Chat Message Created",
  "Chat Updated",
  "Twilio Conversation Unread Messages",
  "Inbound SMS Alert",
  "SMS Outbound",
];

export interface Preferences {
  kinds?: Partial<Record<Kind, Partial<Record<Channel, boolean>>>>;
  do_not_disturb?: boolean;
  only_away?: boolean;
  muted?: Readonly<Record<string, boolean>>;
}

/** What I chose, in all of my browsers. */
export const preferencesAtom = atom((get): Preferences => {
  const settings = get(identityAtom)?.user.settings as { notifications?: Preferences } | null | undefined;
  return settings?.notifications ?? {};
});

const quiet: readonly Kind[] = ["Chat Updated", "SMS Outbound"];

/** Whether a kind uses a channel; without a choice, as the server decides. */
export function isOn(preferences: Preferences, kind: Kind, channel: Channel): boolean {
  const usual = channel === "in_app" || (channel === "desktop" && !quiet.includes(kind));
  return preferences.kinds?.[kind]?.[channel] ?? usual;
}

/** Lays changes over what was chosen, two levels deep. */
function over(old: Preferences, next: Preferences): Preferences {
  const merged: Preferences = { ...old, ...next };
  if (next.kinds) {
    merged.kinds = { ...old.kinds };
    for (const [kind, chosen] of Object.entries(next.kinds)) {
      merged.kinds[kind as Kind] = { ...old.kinds?.[kind as Kind], ...chosen };
    }
  }
  if (next.muted) {
    merged.muted = { ...old.muted, ...next.muted };
  }
  return merged;
}

/** Stores a choice; it shows at once and is taken back if the server refuses it. */
export async function choose(next: Preferences): Promise<void> {
  const id = currentUserId();
  const user = store.get(identityAtom)?.user;
  if (id === undefined || !user) {
    return;
  }
  const notifications = over(store.get(preferencesAtom), next);
  try {
    await optimistic("user", id, { settings: { ...user.settings, notifications } }, (command) =>
      patchRecord("user", { id, settings: { notifications } }, command),
    );
  } catch (error) {
    toast.error(words.saveFailed(detailOf(error)));
  }
}
