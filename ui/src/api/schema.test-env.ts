import type { ObjectSchema, Rights } from "@/api";

export const allRights: Rights = { create: true, read: true, update: true, delete: true };

/** An object of the server, called as its API name, of which one may do everything. */
export const objectSchema = (name: string, over: Partial<ObjectSchema> = {}): ObjectSchema => ({
  api_name: name,
  title: name,
  name_field: "name",
  required: [],
  properties: {},
  rights: allRights,
  ...over,
});
