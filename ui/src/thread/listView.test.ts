// @vitest-environment node
import { expect, it } from "vitest";
import { listView, workView } from "./listView";

it.each([
  [
    { show: "unread", search: "mia" },
    { show: "unread", search: "mia" },
  ],
  [{ show: "mine" }, { show: "mine" }],
  [{ show: "all", search: "" }, {}],
  [{ show: "everything", search: 7 }, {}],
])("%o is read as %o", (raw, view) => expect(listView(raw)).toEqual(view));

it("knows more tabs where threads are worked on", () => {
  expect(listView({ show: "snoozed" })).toEqual({});
  expect(workView({ show: "snoozed" })).toEqual({ show: "snoozed" });
  expect(workView({ show: "all" })).toEqual({});
});
