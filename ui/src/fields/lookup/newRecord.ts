import { type ComponentType, createContext, use } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { isMadeByForm, useFacts } from "@/feature";
import { identityAtom, rightsFor, useAtomValue, useSchema } from "@/store";

export interface NewRecordProps {
  schema: ObjectSchema;
  /** What the new record is called at first; "" for nothing. */
  named: string;
  onCreated: (record: WireRecord) => void;
  onClose: () => void;
}

/** The form of a new record, over the one that is being filled in. Without it nothing is made: a filter only looks. */
export const NewRecordContext = createContext<ComponentType<NewRecordProps> | undefined>(undefined);

/** How a field that refers to an object offers to make a record of it; undefined where it does not. */
export function useNewRecord(object: string) {
  const Form = use(NewRecordContext);
  const facts = useFacts(object);
  const schema = useSchema(object);
  const mayCreate = rightsFor(useAtomValue(identityAtom), object).create;
  const isOffered = mayCreate && isMadeByForm(facts) && !facts.some((one) => one.isColleague);
  return Form && schema && isOffered ? { Form, schema } : undefined;
}
