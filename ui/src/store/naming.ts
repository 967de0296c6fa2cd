import type { ObjectSchema } from "@/api";
import { useAtomValue } from "./jotai";
import { schemasAtom } from "./session";

/** The field that an object names its records by. */
export const nameFieldOf = (schema: ObjectSchema | undefined): string => schema?.name_field || "name";

export const useNameField = (object: string): string =>
  nameFieldOf(useAtomValue(schemasAtom)?.find((schema) => schema.api_name === object));
