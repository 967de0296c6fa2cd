// @vitest-environment node
import { expect, it } from "vitest";
import { listView } from "./listView";

it.each([
  [
    { show: "unread", search: "mia" },
    { show: "unread", search: "mia" },
  ],
  [{ show: "mine" }, { show: "mine" }],
  [{ show: "all", search: "" }, {}],
  [{ show: "everything", search: 7 }, {}],
])("%o is read as %o", (raw, view) => expect(listView(raw)).toEqual(view));
