import type { ObjectSchema } from "@/api";
import { type Identity, rightsFor } from "@/store";
import type { Mode } from "./api";

const systemRight = "import";

/** What somebody may do with the rows of a table for an object's records. */
export function modesOf(identity: Identity | undefined, schema: ObjectSchema): readonly Mode[] {
  if (!identity?.system.includes(systemRight)) {
    return [];
  }
  const rights = rightsFor(identity, schema.api_name);
  return (["create", "update", "delete"] as const).filter((mode) => rights[mode]);
}

export const mayImport = (identity: Identity | undefined, schema: ObjectSchema) =>
  modesOf(identity, schema).length > 0;
