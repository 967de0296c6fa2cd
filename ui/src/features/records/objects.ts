import { useState } from "react";
import type { ObjectSchema, Rights } from "@/api";
import { useFacts } from "@/feature";
import { identityAtom, rightsFor, useAtomValue } from "@/store";

export const pluralOf = (schema: ObjectSchema) => schema.plural ?? `${schema.title}s`;

/** What an object was when it was there last, while one looks at it: it may be retired meanwhile. */
export function useLastSchema(object: string, schema: ObjectSchema | undefined): ObjectSchema | undefined {
  const [last, setLast] = useState(schema);
  if (schema !== undefined && schema !== last) {
    setLast(schema);
  }
  return last?.api_name === object ? last : undefined;
}

/** What the reader may do with an object here, after all permission sets. */
export function useRights(object: string): Rights {
  const rights = rightsFor(useAtomValue(identityAtom), object);
  const hasForm = !useFacts(object).some((facts) => facts.hasNoForm);
  return hasForm ? rights : { ...rights, create: false };
}
