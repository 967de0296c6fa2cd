import type { ObjectSchema, Rights } from "@/api";
import { identityAtom, rightsFor, schemasAtom, useAtomValue } from "@/store";

export const pluralOf = (schema: ObjectSchema) => schema.plural ?? `${schema.title}s`;

export const nameFieldOf = (schema: ObjectSchema) => schema.name_field || "name";

export function useSchema(object: string): ObjectSchema | undefined {
  return useAtomValue(schemasAtom)?.find((schema) => schema.api_name === object);
}

/** Records that come about by calling and texting; no form makes one. */
const madeByPhone = new Set(["call", "twilio_conversation", "twilio_participant", "twilio_message"]);

/** What the reader may do with an object here, after all permission sets (decision 38). */
export function useRights(object: string): Rights {
  const rights = rightsFor(useAtomValue(identityAtom), object);
  return madeByPhone.has(object) ? { ...rights, create: false } : rights;
}
