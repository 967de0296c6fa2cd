import { describe, expect, it } from "vitest";
import { features } from "./features";
import { addressesOf, openedAt } from "./ownWindow";

const opened = openedAt(features, "/phone2");
if (!opened) {
  throw new Error("No window of its own is declared.");
}
const { inside, outside } = addressesOf(features, opened);

describe("the phone's window", () => {
  it.each(["/phone2", "/phone", "/phone2/keypad", "/phone/contact/record/1"])("opens at %s", (address) => {
    expect(openedAt(features, address)).toBeDefined();
  });

  it.each(["/", "/phone_settings", "/phone22", "/live/active_calls"])("does not open at %s", (address) => {
    expect(openedAt(features, address)).toBeUndefined();
  });

  it.each([
    ["/phone2", "/"],
    ["/phone2/contact", "/view/contact/list"],
    ["/phone2/contact?page=2", "/view/contact/list?page=2"],
    ["/phone2/active_calls", "/live/active_calls"],
    ["/phone2/active_calls/c1", "/active_calls/c1"],
    ["/phone2/twilio_conversation", "/live/twilio_conversation"],
    ["/phone2/keypad", "/keypad"],
    ["/phone2/phone_settings", "/phone_settings"],
    ["/phone2/contact/record/1/standard", "/view/contact/record/1/standard"],
    ["/phone2/twilio_conversation/record/1/conversation", "/view/twilio_conversation/record/1/conversation"],
    ["/phone2/note/new", "/view/note/new"],
  ])("shows at %s the page %s, which is written so", (address, path) => {
    expect(inside(address)).toBe(path);
    expect(outside(path)).toBe(address);
  });

  it.each([
    ["/phone/keypad", "/keypad"],
    ["/phone2/contact/", "/view/contact/list"],
    ["/phone2/contact/record/1", "/view/contact/record/1/standard"],
    ["/phone2/anything/else", "/live/twilio_conversation"],
    ["/login?redirect=%2F", "/login?redirect=%2F"],
  ])("understands %s as %s, too", (address, path) => {
    expect(inside(address)).toBe(path);
  });

  it("is left by a sign-in, which leads back to it", () => {
    expect(outside("/login")).toBe("/login");
    expect(outside("/phone2/keypad")).toBe("/phone2/keypad");
  });
});
