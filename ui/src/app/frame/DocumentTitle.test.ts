import { describe, expect, it } from "vitest";
import { badged, titleOf } from "./DocumentTitle";

describe("the tab", () => {
  it.each([
    [3, "Mia Reyes", "Texts", "(3) Mia Reyes – Texts"],
    [0, "Mia Reyes", "Contacts", "Mia Reyes – Contacts"],
    [100, "Texts", "Texts", "(99+) Texts – Switchboard"],
    [0, "", undefined, "Switchboard"],
  ])("with %i waiting, %s of %s open, is called %s… ", (waiting, open, section, title) => {
    expect(titleOf(waiting, open, section)).toBe(title);
  });

  it("has the mark with a badge in its corner", () => {
    const address = badged("<svg><rect/></svg>", "3", "waiting");
    expect(decodeURIComponent(address)).toMatch(
      /^data:image\/svg\+xml,<svg><rect\/><circle .*>3<\/text><\/svg>$/,
    );
  });
});
