import { patchRecord } from "@/api";
import { askForNotices, useLeaveForNotices } from "@/lib/notice";
import { atom, currentUserId, identityAtom, useAtomValue } from "@/store";

/** What the person wants in all of his browsers; each browser asks for its own leave besides. */
const wantsRingAtom = atom((get) => {
  const settings = get(identityAtom)?.user.settings as
    | { notifications?: { calls?: boolean } }
    | null
    | undefined;
  return settings?.notifications?.calls === true;
});

/** Whether calls ring on this desktop. */
export function useDesktopRing(): boolean {
  const leave = useLeaveForNotices();
  return useAtomValue(wantsRingAtom) && leave === "granted";
}

async function keep(calls: boolean): Promise<void> {
  const id = currentUserId();
  if (id !== undefined) {
    await patchRecord("user", { id, settings: { notifications: { calls } } });
  }
}

/** Turns the ring on the desktop on, with the browser's leave, or off. */
export async function setDesktopRing(isOn: boolean): Promise<void> {
  if (!isOn || (await askForNotices()) === "granted") {
    await keep(isOn);
  }
}
