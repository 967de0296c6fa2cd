import type { UserRecord } from "@/api";
import type { HideableTab, PhoneSettings } from "../phoneSettings";

/** A number of ours, as far as a person keeps which one he chose. */
export interface ChosenPhone {
  id: string;
  name?: unknown;
  phone_number?: unknown;
  friendly_number?: unknown;
  sid?: unknown;
  service_sid?: unknown;
}

export const hideable: readonly HideableTab[] = ["Contacts", "Calls", "Texts", "Recordings", "Keypad"];

/** What the page of the phone's settings shows and changes. */
export interface Values {
  phone: string;
  extension: string;
  input: string;
  output: string;
  doNotDisturb: boolean;
  webCalls: boolean;
  mobileCalls: boolean;
  outgoingSound: boolean;
  incomingSound: boolean;
  ringOnce: boolean;
  openCustomer: boolean;
  /** The tabs that are hidden, in their order. */
  hidden: string;
}

interface Stored extends UserRecord {
  settings?: { phone?: { id?: string } | null; phone_settings?: PhoneSettings | null } | null;
}

interface Calls {
  call_status?: string;
  allow_web_calls?: boolean | null;
  available_for_web_calls?: boolean | null;
  allow_mobile_calls?: boolean | null;
  available_for_mobile_calls?: boolean | null;
  has_mobile_app?: boolean | null;
}

const callsOf = (user: UserRecord) => (user.availability?.call_availability ?? {}) as Calls;

export const hasMobileApp = (user: UserRecord): boolean => callsOf(user).has_mobile_app === true;

/** What is stored of a person, with what holds where he never said. */
export function valuesOf(user: UserRecord): Values {
  const { phone, phone_settings: settings } = (user as Stored).settings ?? {};
  const calls = callsOf(user);
  const tabs = settings?.tabs ?? {};
  return {
    phone: phone?.id ?? "",
    extension: String(user.extension ?? settings?.extension ?? ""),
    input: settings?.input_device ?? "",
    output: settings?.output_device ?? "",
    doNotDisturb: calls.call_status === "do_not_disturb",
    webCalls: calls.available_for_web_calls ?? calls.allow_web_calls ?? true,
    mobileCalls: calls.available_for_mobile_calls ?? calls.allow_mobile_calls ?? false,
    outgoingSound: settings?.enable_outgoing_sound !== false,
    incomingSound: settings?.enable_incoming_sound !== false,
    ringOnce: settings?.ring_once !== false,
    openCustomer: settings?.open_customer !== false,
    hidden: hideable.filter((tab) => tabs[tab] === false).join(" "),
  };
}

/** Hides a tab or shows it. */
export const withTab = (hidden: string, tab: HideableTab, isShown: boolean): string =>
  hideable.filter((one) => (one === tab ? !isShown : hidden.split(" ").includes(one))).join(" ");

/** Those values of a draft that differ from what is stored. */
export const changedOf = (stored: Values, draft: Partial<Values>): Partial<Values> =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => stored[name as keyof Values] !== value),
  ) as Partial<Values>;

/** Values that are stored in the settings of the phone, under the names that they have there. */
const inSettings = {
  outgoingSound: "enable_outgoing_sound",
  incomingSound: "enable_incoming_sound",
  ringOnce: "ring_once",
  openCustomer: "open_customer",
  input: "input_device",
  output: "output_device",
  extension: "extension",
} as const;

/** The fields of the user to send for what changed: nothing else of him. */
export function fieldsOf(changed: Partial<Values>, phones: readonly ChosenPhone[]): Record<string, unknown> {
  const phone: Record<string, unknown> = {};
  for (const [value, name] of Object.entries(inSettings)) {
    const now = changed[value as keyof typeof inSettings];
    if (now !== undefined) {
      phone[name] = now === "" ? null : now;
    }
  }
  const { hidden } = changed;
  if (hidden !== undefined) {
    phone.tabs = Object.fromEntries(
      [...hideable, "Settings"].map((tab) => [tab, !hidden.split(" ").includes(tab)]),
    );
  }
  const settings = {
    ...(Object.keys(phone).length > 0 ? { phone_settings: phone } : {}),
    ...(changed.phone === undefined ? {} : { phone: phoneFields(changed.phone, phones) }),
  };
  const calls = {
    ...both("web", changed.webCalls),
    ...both("mobile", changed.mobileCalls),
  };
  return {
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
    ...(Object.keys(calls).length > 0 ? { availability: { call_availability: calls } } : {}),
    ...(changed.doNotDisturb === undefined ? {} : { do_not_disturb: changed.doNotDisturb }),
  };
}

/** Clients know each of the switches by two names. */
const both = (kind: "web" | "mobile", isOn: boolean | undefined) =>
  isOn === undefined ? {} : { [`available_for_${kind}_calls`]: isOn, [`allow_${kind}_calls`]: isOn };

function phoneFields(id: string, phones: readonly ChosenPhone[]): ChosenPhone | null {
  const found = phones.find((one) => one.id === id);
  if (!found) {
    return null;
  }
  const { name = null, phone_number = null, friendly_number = null, sid = null, service_sid = null } = found;
  return { id, name, phone_number, friendly_number, sid, service_sid };
}
