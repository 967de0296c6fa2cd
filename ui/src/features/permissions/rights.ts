import type { ObjectSchema, WireRecord } from "@/api";

export const rights = ["create", "read", "update", "delete"] as const;
export type Right = (typeof rights)[number];
export const fieldRights = ["read", "update"] as const;
export type FieldRight = (typeof fieldRights)[number];
export const scopes = ["all", "team", "own"] as const;
export type Scope = (typeof scopes)[number];

/** The entry of an object's fields that stands for every one of them. */
export const allFields = "all_fields";

type Given = Readonly<Record<FieldRight, boolean>>;

/** What a set gives of an object that it includes. */
export interface ObjectRights extends Readonly<Record<Right, boolean>> {
  scope: Scope;
  /** The fields by name, allFields among them; undefined where nothing is said, which gives all of them. */
  fields: Readonly<Record<string, Given>> | undefined;
}

/** A permission set, read: what it gives by object, and its system rights. */
export interface RightSet {
  objects: Readonly<Record<string, ObjectRights>>;
  system: readonly string[];
}

type Map<V = unknown> = Readonly<Record<string, V>>;

const mapOf = (value: unknown): Map =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Map) : {};
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

const nothing: Given = { read: false, update: false };
const everything: Given = { read: true, update: true };
/** What an object begins with that is included. */
export const none: ObjectRights = {
  create: false,
  read: false,
  update: false,
  delete: false,
  scope: "all",
  fields: undefined,
};

/** One boolean stands for both rights; changing includes reading. */
function given(value: unknown): Given {
  if (typeof value === "boolean") {
    return value ? everything : nothing;
  }
  const { read, update } = mapOf(value);
  return { read: read === true || update === true, update: update === true };
}

function objectRights(objects: unknown, fields: unknown, scope: unknown): ObjectRights {
  const on = mapOf(objects);
  const listed = fields === undefined || fields === null ? undefined : mapOf(fields);
  return {
    create: on.create === true,
    // Whoever changes or deletes records reads them: the server gives it with either.
    read: on.read === true || on.update === true || on.delete === true,
    update: on.update === true,
    delete: on.delete === true,
    scope: scopes.find((one) => one === scope) ?? (scope === undefined || scope === null ? "all" : "own"),
    fields: listed && Object.fromEntries(Object.entries(listed).map(([name, one]) => [name, given(one)])),
  };
}

/** What the fields of a permission set's record say. */
export function readSet(record: Readonly<Record<string, unknown>>): RightSet {
  const objects = mapOf(record.object_permissions);
  const fields = mapOf(record.object_field_permissions);
  const rows = mapOf(record.scopes);
  // What gives something is included, whoever forgot to list it.
  const names = new Set([...textsOf(record.schemas), ...[objects, fields, rows].flatMap(Object.keys)]);
  return {
    objects: Object.fromEntries(
      [...names].sort().map((name) => [name, objectRights(objects[name], fields[name], rows[name])]),
    ),
    system: [...new Set(textsOf(record.system))].sort(),
  };
}

/** The fields of the record that say what the set gives. */
export function writeSet({ objects, system }: RightSet): Record<string, unknown> {
  const entries = Object.entries(objects);
  const by = (value: (one: ObjectRights) => unknown) =>
    Object.fromEntries(
      entries.flatMap(([name, one]) => (value(one) === undefined ? [] : [[name, value(one)]])),
    );
  return {
    schemas: entries.map(([name]) => name),
    object_permissions: by(({ create, read, update, delete: remove }) => ({
      create,
      read,
      update,
      delete: remove,
    })),
    object_field_permissions: by(({ fields }) => fields),
    scopes: by(({ scope }) => (scope === "all" ? undefined : scope)),
    system,
  };
}

/** Whether the set gives a right to a field, allFields included. */
export const givesField = ({ fields }: ObjectRights, field: string, right: FieldRight): boolean =>
  fields === undefined || fields[allFields]?.[right] === true || fields[field]?.[right] === true;

/** The fields of an object to which there are rights of their own: the id and the version come with every record. */
export const rightFields = (schema: ObjectSchema | undefined): string[] =>
  Object.keys(schema?.properties ?? {}).filter((name) => name !== "id" && name !== "version");

const change = (set: RightSet, object: string, to: ObjectRights): RightSet => ({
  ...set,
  objects: { ...set.objects, [object]: to },
});

/** Takes objects into a set, or out of it with all that it gives of them. */
export function include(set: RightSet, names: readonly string[], isIn: boolean): RightSet {
  const objects = Object.fromEntries(
    Object.entries(set.objects).filter(([name]) => isIn || !names.includes(name)),
  );
  for (const name of isIn ? names : []) {
    objects[name] ??= none;
  }
  return {
    ...set,
    objects: Object.fromEntries(Object.entries(objects).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Gives or takes a right to an object; changing and deleting include reading. */
export function giveObject(set: RightSet, object: string, right: Right, isOn: boolean): RightSet {
  const had = set.objects[object];
  if (!had) {
    return set;
  }
  const to = { ...had, [right]: isOn };
  if (isOn && (right === "update" || right === "delete")) {
    to.read = true;
  }
  if (!isOn && right === "read") {
    to.update = false;
    to.delete = false;
  }
  return change(set, object, to);
}

export function giveScope(set: RightSet, object: string, scope: Scope): RightSet {
  const had = set.objects[object];
  return had ? change(set, object, { ...had, scope }) : set;
}

/**
 * Gives or takes a right to a field. allFields applies to all of them; to take one field's right clears that of
 * allFields, and what is not listed from then on is not given.
 */
export function giveField(
  set: RightSet,
  schema: ObjectSchema,
  field: string,
  right: FieldRight,
  isOn: boolean,
): RightSet {
  const object = schema.api_name;
  const had = set.objects[object];
  if (!had) {
    return set;
  }
  const touched = isOn
    ? right === "update"
      ? fieldRights
      : [right]
    : right === "read"
      ? fieldRights
      : [right];
  const fields: Record<string, Given> = {};
  for (const name of [allFields, ...rightFields(schema)]) {
    const one = { read: givesField(had, name, "read"), update: givesField(had, name, "update") };
    for (const each of touched) {
      if (field === allFields || name === field || (name === allFields && !isOn)) {
        one[each] = isOn;
      }
    }
    fields[name] = one;
  }
  return change(set, object, { ...had, fields });
}

export function giveSystem(set: RightSet, right: string, isOn: boolean): RightSet {
  const others = set.system.filter((one) => one !== right);
  return { ...set, system: isOn ? [...others, right].sort() : others };
}

/** Whether two sets give the same, by whatever entries. */
export const isSameSet = (left: RightSet, right: RightSet): boolean =>
  JSON.stringify(plain(left)) === JSON.stringify(plain(right));

/** A set without what says the same twice: fields that come with all, and entries that give nothing. */
function plain({ objects, system }: RightSet): unknown {
  return [
    system,
    Object.entries(objects).map(([name, { fields = { [allFields]: everything }, ...rest }]) => [
      name,
      rest,
      Object.entries(fields)
        .map(([field, one]) => [
          field,
          ...fieldRights.filter(
            (right) => one[right] && (field === allFields || !fields[allFields]?.[right]),
          ),
        ])
        .filter((one) => one.length > 1)
        .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
    ]),
  ];
}

export const setOf = (record: WireRecord): RightSet => readSet(record as unknown as Map);
