import { expect, it } from "vitest";
import type { WireRecord } from "@/api";
import { offersFor } from "./TagsField";
import { labelOf, listsOf, type Tag, tagFor, tagOf, tagsOf, withTags } from "./tags";

let version = 0;

function tag(value: string, more: Partial<WireRecord> = {}): Tag {
  const made = tagOf({ id: value, value, label: value, version: ++version, ...more });
  if (!made) {
    throw new Error("A tag has a value.");
  }
  return made;
}

/** As the server tells of one that the tags of contacts have for themselves. */
const own = (value: string, more: Partial<WireRecord> = {}) =>
  tag(value, {
    id: `own ${value}`,
    global: false,
    global_list_name: "Tags",
    object: { api_name: "contact", title: "Contact" },
    field_api_name: "Tags",
    ...more,
  });

const tags = { object: "contact", name: "tags" };
const skills = { object: "user", name: "skills" };

const known = withTags(new Map(), [
  tag("VIP", { label: "Very important", color: "pink" }),
  tag("Lead"),
  tag("Old", { active: false }),
]);
const lists = listsOf(known.values());

it("shows a value, however it is written, by its tag's label", () => {
  expect(labelOf(lists, tags, "vip")).toBe("Very important");
  expect(labelOf(lists, tags, "unheard of")).toBe("unheard of");
});

it("offers tags by value and label, none twice, and to make what there is none of", () => {
  const said = (items: string[], typed: string) =>
    offersFor(tagsOf(lists, tags), items, typed).map(({ id }) => id);
  expect(said([], "")).toEqual(["Lead", "VIP"]);
  expect(said(["vip"], "")).toEqual(["Lead"]);
  expect(said([], "important")).toEqual(["VIP", "new"]);
  expect(said([], "Very Important")).toEqual(["VIP"]);
  expect(said(["Lead"], "lead")).toEqual([]);
});

it("makes none that there is behind those that are offered", () => {
  const many = Array.from({ length: 60 }, (_, at) => tag(`a ${at}`));
  const offers = offersFor([...many, tag("a")], [], "a");
  expect(offers).toHaveLength(50);
  expect(offers.some(({ isNew }) => isNew)).toBe(false);
});

it("knows a field's own beside those of all, for this field alone and before them", () => {
  const both = listsOf(
    withTags(known, [own("Wholesale"), own("vip", { label: "Guest", color: "teal" })]).values(),
  );
  const labels = (field: typeof tags) => tagsOf(both, field).map(({ label }) => label);
  expect(labels(tags)).toEqual(["Guest", "Lead", "Old", "Wholesale"]);
  expect(labels(skills)).toEqual(["Lead", "Old", "Very important"]);
  expect(tagFor(both, tags, "VIP")).toMatchObject({ label: "Guest", color: "teal" });
  expect(tagFor(both, skills, "VIP")).toMatchObject({ label: "Very important", color: "pink" });
  expect(labelOf(both, { ...tags, name: "interests" }, "vip")).toBe("Very important");
});

it("offers none of another global list", () => {
  expect(tagsOf(listsOf([tag("Gold", { global_list_name: "Ranks" })]), tags)).toEqual([]);
});

it("puts them in their order, and those without one behind by their labels", () => {
  const ordered = listsOf([
    tag("Zebra"),
    tag("Ant"),
    tag("Third", { order: 3 }),
    own("First", { order: -1 }),
    tag("Second b", { order: 2 }),
    tag("Second a", { order: 2 }),
  ]);
  const inOrder = ["First", "Second a", "Second b", "Third", "Ant", "Zebra"];
  expect(tagsOf(ordered, tags).map(({ label }) => label)).toEqual(inOrder);
});

it("keeps the later of two readings", () => {
  const first = known.get("VIP")?.version ?? 0;
  const later = withTags(known, [tag("VIP", { version: first + 2, label: "Now" })]);
  const again = withTags(later, [tag("VIP", { version: first + 1 })]);
  expect(labelOf(listsOf(again.values()), tags, "VIP")).toBe("Now");
});
