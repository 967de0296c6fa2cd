import { patchRecord } from "@/api";
import { atom, currentUserId, identityAtom } from "@/store";

/** What a person turns on and off about his calls, in all of his browsers (`settings.phone_settings`). */
export type PhoneSetting = "open_customer" | "enable_incoming_sound";

/** Whether it is on; so until he says otherwise. */
const isOnAtom = (name: PhoneSetting) =>
  atom((get) => {
    const settings = get(identityAtom)?.user.settings as
      | { phone_settings?: Partial<Record<PhoneSetting, boolean>> }
      | null
      | undefined;
    return settings?.phone_settings?.[name] !== false;
  });

/** Whether whom one takes a call of is opened. */
export const opensCustomerAtom = isOnAtom("open_customer");
/** Whether calls are heard to ring. */
export const hasSoundAtom = isOnAtom("enable_incoming_sound");

export async function setPhoneSetting(name: PhoneSetting, isOn: boolean): Promise<void> {
  const id = currentUserId();
  if (id !== undefined) {
    await patchRecord("user", { id, settings: { phone_settings: { [name]: isOn } } });
  }
}
