import { schemasAtom, useAtomValue } from "@/store";

/** How many characters a message of an object may have, as the server says. */
export function useMaxLength(object: string): number | undefined {
  const schema = useAtomValue(schemasAtom)?.find((one) => one.api_name === object);
  return schema?.properties.body?.max_length;
}
