// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { FieldSpec } from "@/fields";
import * as drafts from "./draft";

const record = {
  id: "1",
  version: 4,
  name: "Wren Abernathy",
  company: "Kite & Cove",
  owner: { id: "u1", name: "Ella" },
};

const field = (name: string, title: string, isRequired = false): FieldSpec => ({
  object: "contact",
  name,
  title,
  kind: "text",
  property: { title, type: isRequired ? "string" : ["string", "null"] },
  isRequired,
  isNullable: !isRequired,
  isSystem: false,
  isEditable: true,
});

const fields = [field("name", "Name", true), field("company", "Company")];

describe("what is sent", () => {
  it("is only what differs", () => {
    const draft = drafts.edit(drafts.emptyDraft, record, "company", "Kite & Cove Ltd.");
    expect(drafts.changes(draft, record)).toEqual({ company: "Kite & Cove Ltd." });
    expect(drafts.isDirty(draft)).toBe(true);
  });

  it("is nothing when the old value is typed again", () => {
    const there = drafts.edit(drafts.emptyDraft, record, "company", "K");
    const back = drafts.edit(there, record, "company", "Kite & Cove");
    expect(drafts.isDirty(back)).toBe(false);
    expect(drafts.changes(back, record)).toEqual({});
  });

  it("is nothing when only the name beside a reference differs", () => {
    const draft = drafts.edit(drafts.emptyDraft, record, "owner", { id: "u1", name: "Ella Fitzgerald" });
    expect(drafts.changes(draft, record)).toEqual({});
  });

  it("is nothing when somebody else stored the same meanwhile", () => {
    const draft = drafts.edit(drafts.emptyDraft, record, "company", "Lantern");
    expect(drafts.changes(draft, { ...record, company: "Lantern" })).toEqual({});
    expect(drafts.conflicts(draft, { ...record, company: "Lantern" })).toEqual([]);
  });
});

describe("somebody else's change", () => {
  const now = { ...record, version: 5, company: "Lantern & Loom" };

  it("shows beside one's own and never overwrites it", () => {
    const draft = drafts.edit(drafts.emptyDraft, record, "company", "Kite Ltd.");
    expect(drafts.conflicts(draft, now)).toEqual(["company"]);
    expect(drafts.shownValue(draft, now, "company")).toBe("Kite Ltd.");
  });

  it("stays a conflict however one goes on typing", () => {
    const first = drafts.edit(drafts.emptyDraft, record, "company", "Kite L");
    const second = drafts.edit(first, now, "company", "Kite Ltd.");
    expect(drafts.conflicts(second, now)).toEqual(["company"]);
  });

  it("can be taken", () => {
    const draft = drafts.takeTheirs(
      drafts.edit(drafts.emptyDraft, record, "company", "Kite Ltd."),
      "company",
    );
    expect(drafts.shownValue(draft, now, "company")).toBe("Lantern & Loom");
    expect(drafts.conflicts(draft, now)).toEqual([]);
    expect(draft.revisions.company).toBe(1);
  });

  it("flows into fields that one has not touched", () => {
    const draft = drafts.edit(drafts.emptyDraft, record, "name", "Wren A.");
    expect(drafts.shownValue(draft, now, "company")).toBe("Lantern & Loom");
    const after = drafts.followed(draft, record, now, fields);
    expect(after.revisions).toEqual({ company: 1 });
    expect(drafts.changes(after, now)).toEqual({ name: "Wren A." });
  });
});

describe("what is wrong", () => {
  const name = fields[0] as FieldSpec;

  it("is said only once the field was touched", () => {
    const draft = drafts.edit(drafts.emptyDraft, record, "name", null);
    expect(drafts.problemOf(draft, record, name)).toBeUndefined();
    expect(drafts.problemOf(drafts.touch(draft, "name"), record, name)).toBe("Name is required");
    expect(drafts.faults(draft, record, fields)).toEqual(["name"]);
  });

  it("includes what the control could not read", () => {
    const draft = drafts.touch(
      drafts.edit(drafts.emptyDraft, record, "company", "x", "Invalid Phone"),
      "company",
    );
    expect(drafts.problemOf(draft, record, fields[1] as FieldSpec)).toBe("Invalid Phone");
  });

  it("includes what the server refused, until one types again", () => {
    const refused = drafts.refuse(drafts.edit(drafts.emptyDraft, record, "name", "Wren"), {
      name: ["Name is taken"],
    });
    expect(drafts.problemOf(refused, record, name)).toBe("Name is taken");
    expect(drafts.problemOf(drafts.edit(refused, record, "name", "Wren B."), record, name)).toBeUndefined();
  });
});
