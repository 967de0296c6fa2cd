import { useSchema } from "@/store";

/** How many characters a message of an object may have, as the server says. */
export function useMaxLength(object: string): number | undefined {
  const schema = useSchema(object);
  return schema?.properties.body?.max_length;
}
