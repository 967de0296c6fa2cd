import type { ObjectSchema, WireRecord } from "@/api";
import { part } from "@/feature";
import { useOfferedRights } from "../record/useOfferedRights";

const DuplicatesCard = part(() => import("./DuplicatesCard").then((file) => file.DuplicatesCard));

interface DuplicatesProps {
  schema: ObjectSchema;
  record: WireRecord;
  isRemoved: boolean;
}

/** The card of duplicates, on records of objects that declare how duplicates are found and that no actor owns. */
export function Duplicates({ schema, record, isRemoved }: DuplicatesProps) {
  const rights = useOfferedRights(schema.api_name, record);
  if (isRemoved || schema.live || (schema.duplicate_fields ?? []).length === 0) {
    return null;
  }
  return (
    <DuplicatesCard
      key={record.id}
      schema={schema}
      record={record}
      mayMerge={rights.update && rights.delete}
    />
  );
}
