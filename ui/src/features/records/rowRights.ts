import type { ObjectSchema, Rights, WireRecord } from "@/api";

/** What may be done with a record, of what may be done with some record of its object. */
export function rightsIn(rights: Rights, record: WireRecord | undefined): Rights {
  const own = record?.rights;
  return own
    ? { ...rights, update: rights.update && own.update.length > 0, delete: rights.delete && own.delete }
    : rights;
}

export const mayDelete = (record: WireRecord | undefined): boolean => record?.rights?.delete !== false;

/** Whether anything can be done with the record together with others. */
export function mayTick(rights: Rights, record: WireRecord | undefined): boolean {
  const own = rightsIn(rights, record);
  return own.update || own.delete;
}

/** The schema as one record has it: what may not be changed of it is read alone. */
export function schemaIn(schema: ObjectSchema, own: WireRecord["rights"]): ObjectSchema {
  if (!own) {
    return schema;
  }
  const properties = Object.entries(schema.properties).map(([name, property]) => [
    name,
    own.update.includes(name) ? property : { ...property, modify: false },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}
