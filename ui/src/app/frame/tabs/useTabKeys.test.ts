import { describe, expect, it } from "vitest";
import { placeOfKey } from "./useTabKeys";

const press = (over: KeyboardEventInit) =>
  placeOfKey(new KeyboardEvent("keydown", { code: "Digit3", ctrlKey: true, altKey: true, ...over }));

describe("the keys of tabs", () => {
  it("are Ctrl+Alt or Meta+Option with a digit, by its place", () => {
    expect(press({ key: "3" })).toBe(2);
    expect(press({ key: "£", ctrlKey: false, metaKey: true })).toBe(2);
  });

  it.each([
    ["another key", { code: "KeyP" }],
    ["nought", { code: "Digit0" }],
    ["without Alt", { altKey: false }],
    ["with Shift", { shiftKey: true }],
    ["Ctrl and Meta", { metaKey: true }],
    ["AltGr, which types", { modifierAltGraph: true }],
  ])("are not %s", (_, over) => {
    expect(press(over)).toBeUndefined();
  });

  it("leave an open dialog alone", () => {
    document.body.innerHTML = "<dialog open></dialog>";
    expect(press({})).toBeUndefined();
    document.body.innerHTML = "";
  });
});
