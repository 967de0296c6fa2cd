import { expect, it } from "vitest";
import type { ObjectSchema, WireRecord } from "@/api";
import { fieldsOf } from "@/fields";
import { keep, peek } from "@/store";
import { mayDelete, rightsIn, schemaIn } from "./rowRights";

const full = { create: true, read: true, update: true, delete: true };
const record = (rights?: WireRecord["rights"]): WireRecord => ({
  id: "a",
  version: 1,
  ...(rights === undefined ? {} : { rights }),
});

it("a record that says nothing of rights has those of its object", () => {
  for (const free of [undefined, record(), record(null)]) {
    expect(rightsIn(full, free)).toEqual(full);
    expect(mayDelete(free)).toBe(true);
  }
});

it("a record that says less is offered for less, and never for more than its object", () => {
  const shut = record({ update: [], delete: false });
  expect(rightsIn(full, shut)).toEqual({ create: true, read: true, update: false, delete: false });
  expect(mayDelete(shut)).toBe(false);
  const open = record({ update: ["name"], delete: true });
  expect(rightsIn({ ...full, update: false, delete: false }, open)).toEqual({
    ...full,
    update: false,
    delete: false,
  });
});

it("only what may be changed of a record is edited in its form", () => {
  const property = { title: "P", type: "string" };
  const schema = {
    api_name: "thing",
    title: "Thing",
    required: [],
    properties: { name: property, phone: property },
  } as unknown as ObjectSchema;
  expect(schemaIn(schema, undefined)).toBe(schema);
  const editable = fieldsOf(schemaIn(schema, { update: ["phone"], delete: true })).filter(
    (f) => f.isEditable,
  );
  expect(editable.map(({ name }) => name)).toEqual(["phone"]);
});

it("a later reading of the same version says what may be done now", () => {
  const read = (rights?: WireRecord["rights"]) => {
    keep("thing", [record(rights)]);
    return peek("thing", "a")?.record.rights ?? undefined;
  };
  expect(read({ update: [], delete: false })).toEqual({ update: [], delete: false });
  expect(read()).toBeUndefined();
});
