import { expect, it } from "vitest";
import { offersFor } from "./TagsField";
import { labelOf, type Tag, tagKey, tagOf, withTags } from "./tags";

const tag = (value: string, more: Partial<Tag> = {}): Tag => ({
  id: value,
  value,
  label: value,
  color: undefined,
  isActive: true,
  version: 1,
  ...more,
});

const known = withTags(new Map(), [
  tag("VIP", { label: "Very important", color: "pink" }),
  tag("Lead"),
  tag("Old", { isActive: false }),
]);

it("shows a value, however it is written, by its tag's label", () => {
  expect(labelOf(known, "vip")).toBe("Very important");
  expect(labelOf(known, "unheard of")).toBe("unheard of");
});

it("offers tags by value and label, none twice, and to make what there is none of", () => {
  const said = (items: string[], typed: string) => offersFor(known, items, typed).map(({ id }) => id);
  expect(said([], "")).toEqual(["VIP", "Lead"]);
  expect(said(["vip"], "")).toEqual(["Lead"]);
  expect(said([], "important")).toEqual(["VIP", "new"]);
  expect(said([], "Very Important")).toEqual(["VIP"]);
  expect(said(["Lead"], "lead")).toEqual([]);
});

it("keeps the later of two readings, and leaves out entries of other lists", () => {
  const later = withTags(known, [tag("VIP", { version: 3, label: "Now" })]);
  expect(labelOf(withTags(later, [tag("VIP", { version: 2 })]), "VIP")).toBe("Now");
  expect(tagOf({ id: "1", value: "x", global: false } as never)).toBeUndefined();
  expect(tagKey("ÄB")).toBe("äb");
});
