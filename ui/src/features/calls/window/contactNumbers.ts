import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ObjectSchema, searchRecords, type WireRecord } from "@/api";
import { fieldsOf } from "@/fields";
import { formatPhoneValue, phoneOf } from "@/fields/phone/value";
import { isBarred } from "@/lib/doNotCall";
import { useSchema } from "@/store";

const object = "contact";
const shown = 12;

/** One number of a contact. */
export interface ContactNumber {
  /** The field, as people call it. */
  label: string;
  number: string;
  /** As people write it, with its extension. */
  text: string;
}

export interface FoundContact {
  id: string;
  name: string;
  company: string;
  /** Asked not to be called. */
  isBarred: boolean;
  numbers: readonly ContactNumber[];
}

function numbersOf(schema: ObjectSchema | undefined, record: WireRecord): ContactNumber[] {
  const fields = schema ? fieldsOf(schema).filter(({ kind }) => kind === "phone") : [];
  return fields.flatMap(({ name, title }) => {
    const number = phoneOf(record[name]).phone_number;
    return number ? [{ label: title, number, text: formatPhoneValue(record[name]) }] : [];
  });
}

const contactOf = (schema: ObjectSchema | undefined, record: WireRecord): FoundContact => ({
  id: record.id,
  name: String(record.name ?? ""),
  company: typeof record.company === "string" ? record.company : "",
  isBarred: isBarred(record),
  numbers: numbersOf(schema, record),
});

/** Contacts by name, company or digits. */
export function useContacts(search: string) {
  const schema = useSchema(object);
  return useQuery({
    queryKey: ["keypad", search, schema?.api_name],
    enabled: search !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      // Who may read no contacts finds none, and may not ask for them.
      const found = await searchRecords(search, shown, signal, schema ? [object] : []);
      return found
        .filter((one) => one.object === object)
        .flatMap(({ records }) => records.map((record) => contactOf(schema, record)));
    },
  });
}
