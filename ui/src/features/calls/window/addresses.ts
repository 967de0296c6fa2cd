import type { OwnWindow } from "@/feature";

/** What the tabs show: the page, and its address in the phone's window. */
export const tabAddresses = {
  Contacts: { path: "/view/contact/list", address: "/contact" },
  Calls: { path: "/live/active_calls", address: "/active_calls" },
  Texts: { path: "/live/twilio_conversation", address: "/twilio_conversation" },
  Recordings: { path: "/live/twilio_recording", address: "/twilio_recording" },
  Keypad: { path: "/keypad", address: "/keypad" },
  Settings: { path: "/phone_settings", address: "/phone_settings" },
} as const;

const all = Object.values(tabAddresses);
const record = /^\/([^/]+)\/record\/([^/]+)(\/.*)?$/;
const list = /^\/([^/]+)\/(new|list|table|kanban|gallery|json)$/;
const listPage = /^\/view(\/[^/]+\/(?:new|list|table|kanban|gallery|json))$/;
const recordPage = /^\/view(\/[^/]+\/record\/.*)$/;

/**
 * How the phone's addresses are read: each tab has one of its own, an object and a mode are its list, `record` as the
 * third part is a record's page, the base is the live page where the day begins, and any other that is no page shows the texts.
 */
export const addresses: Pick<OwnWindow, "inside" | "outside"> = {
  inside(address, isPage) {
    const tab = all.find((one) => one.address === address);
    const [, object, id, rest = "/standard"] = record.exec(address) ?? [];
    if (tab) {
      return tab.path;
    }
    if (object !== undefined) {
      return `/view/${object}/record/${id}${rest}`;
    }
    if (list.test(address)) {
      return `/view${address}`;
    }
    return address === "/" || isPage(address) ? address : tabAddresses.Texts.path;
  },
  outside: (path) =>
    all.find((one) => one.path === path)?.address ??
    (recordPage.exec(path) ?? listPage.exec(path))?.[1] ??
    path,
};
