import { expect, it } from "vitest";
import { addresses } from "./addresses";

const isPage = (path: string) => path.startsWith("/view/");

it.each([
  ["/contact", "/view/contact/list"],
  ["/contact/kanban", "/view/contact/kanban"],
  ["/note/json", "/view/note/json"],
  ["/contact/record/c1/standard", "/view/contact/record/c1/standard"],
])("%s in the phone's window is %s", (address, path) => {
  expect(addresses.inside(address, isPage)).toBe(path);
  expect(addresses.outside(path)).toBe(address);
});

it("what is no page shows the texts", () => {
  expect(addresses.inside("/contact/nowhere", isPage)).toBe("/live/twilio_conversation");
});
