// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { ObjectSchema } from "@/api";
import { tellChanges } from "./changes";
import {
  allFields,
  giveField,
  giveObject,
  giveScope,
  giveSystem,
  givesField,
  include,
  isSameSet,
  none,
  type RightSet,
  readSet,
  writeSet,
} from "./rights";

const property = (title: string) => ({ title, type: "string", width: 150, modify: true });
const contact = {
  api_name: "contact",
  title: "Contact",
  plural: "Contacts",
  properties: {
    id: property("Id"),
    version: property("Version"),
    name: property("Name"),
    phone: property("Phone"),
    email: property("Email"),
  },
} as unknown as ObjectSchema;

const stored = (over: Record<string, unknown> = {}) =>
  readSet({ schemas: ["contact"], object_permissions: { contact: { read: true } }, ...over });
const of = (set: RightSet) => set.objects.contact ?? none;
const fieldsOf = (set: RightSet, right: "read" | "update") =>
  ["name", "phone", "email"].filter((name) => givesField(of(set), name, right));

describe("a permission set", () => {
  it("includes what it lists and what it gives something of", () => {
    const set = readSet({
      schemas: ["contact"],
      object_permissions: { note: { update: true } },
      object_field_permissions: { call: { all_fields: true } },
      scopes: { team: "nonsense" },
      system: ["import", "export", "import"],
    });
    expect(Object.keys(set.objects)).toEqual(["call", "contact", "note", "team"]);
    expect(set.objects.note).toMatchObject({ read: true, update: true, create: false, scope: "all" });
    expect(set.objects.team?.scope).toBe("own"); // as the server reads it
    expect(set.system).toEqual(["export", "import"]);
    expect(readSet({}).objects).toEqual({});
  });

  it("is written as it was read", () => {
    const fields = {
      object_permissions: { contact: { create: false, read: true, update: true, delete: false } },
      object_field_permissions: { contact: { name: { read: true, update: false } } },
      scopes: { contact: "team" },
      schemas: ["contact"],
      system: ["export"],
    };
    expect(writeSet(readSet(fields))).toEqual(fields);
  });

  it("gives reading with changing and deleting, and takes these with it", () => {
    const given = giveObject(stored({ object_permissions: {} }), "contact", "delete", true);
    expect(of(given)).toMatchObject({ read: true, delete: true, update: false });
    expect(of(giveObject(given, "contact", "read", false))).toMatchObject({ read: false, delete: false });
    expect(giveObject(given, "unknown", "read", true)).toBe(given);
  });

  it("gives all fields where nothing is said, and clears that with the first that is taken", () => {
    const all = stored();
    expect(fieldsOf(all, "update")).toEqual(["name", "phone", "email"]);
    const less = giveField(all, contact, "phone", "update", false);
    expect(fieldsOf(less, "update")).toEqual(["name", "email"]);
    expect(fieldsOf(less, "read")).toEqual(["name", "phone", "email"]);
    expect(givesField(of(less), allFields, "update")).toBe(false);
    expect(givesField(of(less), allFields, "read")).toBe(true);
    const unread = giveField(less, contact, "phone", "read", false);
    expect(fieldsOf(unread, "read")).toEqual(["name", "email"]);
    expect(givesField(of(unread), allFields, "read")).toBe(false);
    const back = giveField(unread, contact, allFields, "update", true);
    expect(fieldsOf(back, "read")).toEqual(["name", "phone", "email"]);
    expect(isSameSet(back, all)).toBe(true);
  });

  it("takes all fields with all_fields, and gives one of them again with reading", () => {
    const nothing = giveField(stored(), contact, allFields, "read", false);
    expect(fieldsOf(nothing, "read")).toEqual([]);
    const one = giveField(nothing, contact, "email", "update", true);
    expect(fieldsOf(one, "read")).toEqual(["email"]);
    expect(fieldsOf(one, "update")).toEqual(["email"]);
  });

  it("loses what it gave of an object that is excluded", () => {
    const out = include(giveScope(stored(), "contact", "own"), ["contact"], false);
    expect(writeSet(out)).toEqual({
      schemas: [],
      object_permissions: {},
      object_field_permissions: {},
      scopes: {},
      system: [],
    });
    expect(of(include(out, ["contact"], true))).toMatchObject({ read: false, scope: "all" });
    expect(include(stored(), ["contact"], true)).toEqual(stored());
  });

  it("is the same by whatever entries", () => {
    const spelled = stored({
      object_field_permissions: { contact: { all_fields: true, phone: { read: false } } },
    });
    expect(isSameSet(spelled, stored())).toBe(true);
    expect(isSameSet(giveSystem(stored(), "export", true), stored())).toBe(false);
    expect(isSameSet(giveSystem(giveSystem(stored(), "export", true), "export", false), stored())).toBe(true);
  });
});

describe("what changed in a permission set", () => {
  const tell = (after: RightSet, before = stored()) => tellChanges(before, after, [contact]);

  it("is told by object, by the names that people know", () => {
    expect(tell(giveObject(stored(), "contact", "delete", true))).toEqual([
      { about: "Contacts", given: ["Delete"], taken: [] },
    ]);
    expect(tell(giveScope(stored(), "contact", "team"))).toEqual([
      { about: "Contacts", given: ["Records: Team"], taken: ["Records: All"] },
    ]);
    expect(tell(giveSystem(stored(), "mass_update", true))).toEqual([
      { about: "", given: ["Mass update"], taken: [] },
    ]);
    expect(tell(stored())).toEqual([]);
  });

  it("names fields, and says of all of them that it is all", () => {
    const less = giveField(stored(), contact, "phone", "read", false);
    expect(tell(less)).toEqual([{ about: "Contacts", given: [], taken: ["Read Phone", "Update Phone"] }]);
    expect(tell(stored(), less)).toEqual([
      { about: "Contacts", given: ["Read all fields", "Update all fields"], taken: [] },
    ]);
    const few = giveField(
      giveField(stored(), contact, allFields, "update", false),
      contact,
      "email",
      "update",
      true,
    );
    expect(tell(few)).toEqual([{ about: "Contacts", given: [], taken: ["Update all fields except Email"] }]);
    expect(tell(giveField(stored(), contact, allFields, "update", false))).toEqual([
      { about: "Contacts", given: [], taken: ["Update all fields"] },
    ]);
    const later = giveField(
      giveField(stored(), contact, "phone", "update", false),
      contact,
      "phone",
      "update",
      true,
    );
    expect(tell(later)).toEqual([{ about: "Contacts", given: [], taken: ["Update fields added later"] }]);
  });

  it("names an object that one can't see by its key", () => {
    expect(
      tell(
        readSet({
          ...writeSet(stored()),
          object_permissions: { contact: { read: true }, secret: { read: true } },
        }),
      ),
    ).toEqual([{ about: "secret", given: ["Read"], taken: [] }]);
  });
});
