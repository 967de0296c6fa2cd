import { useRef } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { useLiveRecord } from "@/realtime";
import { NewPage } from "./NewPage";
import { Failure, RecordSkeleton } from "./RecordStates";

interface ClonePageProps {
  schema: ObjectSchema;
  id: string;
  onCreated: (record: WireRecord) => void;
  onCancel: () => void;
}

/** The form for a copy of a record, as the record was when the form was opened. */
export function ClonePage({ schema, id, onCreated, onCancel }: ClonePageProps) {
  const { shown, error, retry } = useLiveRecord(schema.api_name, id);
  const from = useRef<WireRecord>(undefined);
  from.current ??= shown?.record;
  if (from.current) {
    return <NewPage schema={schema} from={from.current} onCreated={onCreated} onCancel={onCancel} />;
  }
  return error ? (
    <Failure error={error} onList={onCancel} onRetry={retry} />
  ) : (
    <RecordSkeleton onList={onCancel} />
  );
}
