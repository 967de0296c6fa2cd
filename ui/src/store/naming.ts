import type { ObjectSchema } from "@/api";
import { useAtomValue } from "./jotai";
import { schemasAtom } from "./session";

/** An object as this person is told of it, undefined for one of which he is told nothing. */
export const useSchema = (object: string | undefined): ObjectSchema | undefined =>
  useAtomValue(schemasAtom)?.find((schema) => schema.api_name === object);

/** The field that an object names its records by. */
export const nameFieldOf = (schema: ObjectSchema | undefined): string => schema?.name_field || "name";

export const useNameField = (object: string): string => nameFieldOf(useSchema(object));
