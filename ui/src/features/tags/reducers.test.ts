import { afterEach, expect, it } from "vitest";
import type { Change } from "@/api";
import { labelOf, tagFor, tagListsAtom, tagsAtom, withTags } from "@/fields/multi-select/tags";
import { store, transact } from "@/store";
import { tagReducers } from "./reducers";

const tags = { object: "contact", name: "tags" };
const skills = { object: "user", name: "skills" };

let version = 0;

function hear(op: string, fields: object = {}, id = "one") {
  const change = { object: "tag", id, op, version: ++version, fields } as unknown as Change;
  transact((tx) =>
    tagReducers.changes?.tag?.(tx, change, { applied: "applied", again: () => undefined } as never),
  );
}

const labels = () => [tags, skills].map((field) => labelOf(store.get(tagListsAtom), field, "VIP"));

afterEach(() => store.set(tagsAtom, withTags(new Map(), [])));

it("a tag of one field looks there as it was changed, and elsewhere not at all", () => {
  const bound = { global: false, object: { id: "c", api_name: "contact" }, field_api_name: "tags" };
  hear("created", { value: "vip", label: "Guest", ...bound });
  expect(labels()).toEqual(["Guest", "VIP"]);
  hear("updated", { label: "Regular", color: "teal" });
  expect(labels()).toEqual(["Regular", "VIP"]);
  expect(tagFor(store.get(tagListsAtom), tags, "VIP")?.color).toBe("teal");
});

it("a tag that is moved to another field, or becomes one of all, is known there from then on", () => {
  const bound = { global: false, object: { id: "c", api_name: "contact" }, field_api_name: "tags" };
  hear("created", { value: "vip", label: "Guest", ...bound });
  hear("updated", { object: { id: "u", api_name: "user" }, field_api_name: "skills" });
  expect(labels()).toEqual(["VIP", "Guest"]);
  hear("updated", { global: true });
  expect(labels()).toEqual(["Guest", "Guest"]);
});

it("of two with one value the other is shown when one is deleted", () => {
  hear("created", { value: "VIP", label: "Of all" });
  hear(
    "created",
    { value: "vip", label: "Skilled", global: false, object: { api_name: "user" }, field_api_name: "skills" },
    "two",
  );
  expect(labels()).toEqual(["Of all", "Skilled"]);
  hear("removed", {}, "two");
  expect(labels()).toEqual(["Of all", "Of all"]);
});
