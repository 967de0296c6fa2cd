import { describe, expect, it } from "vitest";
import type { UserRecord } from "@/api";
import { changedOf, fieldsOf, valuesOf, withTab } from "./draft";

const user = (fields: object) => ({ id: "me", version: 1, ...fields }) as unknown as UserRecord;
const nothing = valuesOf(user({}));

describe("the phone's settings", () => {
  it("have their defaults where nobody said anything", () => {
    expect(nothing).toMatchObject({
      doNotDisturb: false,
      webCalls: true,
      mobileCalls: false,
      outgoingSound: true,
      incomingSound: true,
      ringOnce: true,
      hidden: "",
    });
  });

  it("send what was changed, and nothing else", () => {
    expect(changedOf(nothing, { incomingSound: false, ringOnce: true })).toEqual({ incomingSound: false });
    expect(fieldsOf({}, [])).toEqual({});
    expect(fieldsOf({ incomingSound: false, extension: "", doNotDisturb: true }, [])).toEqual({
      settings: { phone_settings: { enable_incoming_sound: false, extension: null } },
      do_not_disturb: true,
    });
    expect(fieldsOf({ webCalls: false }, [])).toEqual({
      availability: { call_availability: { available_for_web_calls: false, allow_web_calls: false } },
    });
  });

  it("keep the number that was chosen, and let it go", () => {
    const phones = [{ id: "p1", name: "Main", phone_number: "+12065550100", more: 1 }];
    expect(fieldsOf({ phone: "p1" }, phones).settings).toMatchObject({
      phone: { id: "p1", name: "Main", phone_number: "+12065550100" },
    });
    expect(fieldsOf({ phone: "" }, phones)).toEqual({ settings: { phone: null } });
  });

  it("hide tabs, but for the settings", () => {
    const hidden = withTab(withTab("", "Keypad", false), "Contacts", false);
    expect(hidden).toBe("Contacts Keypad");
    expect(withTab(hidden, "Contacts", true)).toBe("Keypad");
    expect(fieldsOf({ hidden }, []).settings).toEqual({
      phone_settings: {
        tabs: { Contacts: false, Calls: true, Texts: true, Recordings: true, Keypad: false, Settings: true },
      },
    });
    const tabs = { Contacts: false, Settings: false };
    expect(valuesOf(user({ settings: { phone_settings: { tabs } } })).hidden).toBe("Contacts");
  });
});
