import { patchRecord } from "@/api";
import { atom, currentUserId, identityAtom, useAtomValue } from "@/store";
import { dockCallsAtom } from "../dock/dockCalls";

/** Whether calls are heard to ring, in all browsers of the person; so until he says otherwise. */
const hasSoundAtom = atom((get) => {
  const settings = get(identityAtom)?.user.settings as
    | { phone_settings?: { enable_incoming_sound?: boolean } }
    | null
    | undefined;
  return settings?.phone_settings?.enable_incoming_sound !== false;
});

export const useRingSound = (): boolean => useAtomValue(hasSoundAtom);

export async function setRingSound(isOn: boolean): Promise<void> {
  const id = currentUserId();
  if (id !== undefined) {
    await patchRecord("user", { id, settings: { phone_settings: { enable_incoming_sound: isOn } } });
  }
}

/**
 * What is to be heard: the ring, as long as anything rings; or, while I have a call, a beep for each that rings beside
 * it, which then names the last of them.
 */
const heardAtom = atom((get) => {
  const all = get(dockCallsAtom);
  const last = all.findLast(({ standing }) => standing === "ringing");
  if (!(last && get(hasSoundAtom))) {
    return undefined;
  }
  return all.some(({ standing }) => standing !== "ringing") ? last.call.id : "ring";
});

export const useHeard = () => useAtomValue(heardAtom);

/** The browser lets the page make no sound although a call rings. */
export const refusedAtom = atom(false);
