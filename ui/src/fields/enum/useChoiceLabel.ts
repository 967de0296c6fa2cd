import { useSchema } from "@/store";
import { choiceLabel } from "./value";

/** What people are shown of an option that a field of an object holds, as its schema says now. */
export function useChoiceLabel(object: string, field: string, value: unknown): string {
  const property = useSchema(object)?.properties[field];
  return choiceLabel(value, property && { property });
}
