import { patchRecord } from "@/api";
import { atom, currentUserId, identityAtom } from "@/store";

/** The tabs of the phone's window that one may hide. */
export type HideableTab = "Contacts" | "Calls" | "Texts" | "Recordings" | "Keypad";

/** What a person sets about his phone, for all of his browsers (`settings.phone_settings`). */
export interface PhoneSettings {
  tabs?: Partial<Record<HideableTab | "Settings", boolean>> | null;
  extension?: string | null;
  /** Devices as this browser names them; another one knows none of its names. */
  input_device?: string | null;
  output_device?: string | null;
  enable_outgoing_sound?: boolean;
  enable_incoming_sound?: boolean;
  /** A call is heard to ring for five seconds; else until it is answered. */
  ring_once?: boolean;
  open_customer?: boolean;
}

/** What is on until he says otherwise. */
export type PhoneSetting = "open_customer" | "enable_incoming_sound" | "enable_outgoing_sound" | "ring_once";

export const phoneSettingsAtom = atom((get): PhoneSettings => {
  const settings = get(identityAtom)?.user.settings as { phone_settings?: PhoneSettings } | null | undefined;
  return settings?.phone_settings ?? {};
});

const isOnAtom = (name: PhoneSetting) => atom((get) => get(phoneSettingsAtom)[name] !== false);

/** Whether whom one takes a call of is opened. */
export const opensCustomerAtom = isOnAtom("open_customer");
/** Whether calls are heard to ring. */
export const hasSoundAtom = isOnAtom("enable_incoming_sound");
/** Whether a call that one places is heard to begin. */
export const hasOutgoingSoundAtom = isOnAtom("enable_outgoing_sound");
/** Whether a call rings by sound for five seconds only. */
export const ringsOnceAtom = isOnAtom("ring_once");

const inputAtom = atom((get) => get(phoneSettingsAtom).input_device ?? "");
const outputAtom = atom((get) => get(phoneSettingsAtom).output_device ?? "");
/** By what one wants to speak and to hear. */
export const wantedDevicesAtom = atom((get) => ({ input: get(inputAtom), output: get(outputAtom) }));

export async function setPhoneSetting(name: PhoneSetting, isOn: boolean): Promise<void> {
  const id = currentUserId();
  if (id !== undefined) {
    await patchRecord("user", { id, settings: { phone_settings: { [name]: isOn } } });
  }
}
