import type { ObjectSchema, WireRecord } from "@/api";
import { part } from "@/feature";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { Duplicates } from "../merge/Duplicates";
import { Related } from "./Related";

const RelatedCard = part(() => import("./RelatedCard").then((file) => file.RelatedCard));
const NotesCard = part(() => import("../notes/NotesCard").then((file) => file.NotesCard));

interface BesideProps {
  schema: ObjectSchema;
  record: WireRecord;
  title: string;
  isRemoved: boolean;
}

/** What stands beside a record: what its features know to belong to it, its notes, all related records, duplicates. */
export function Beside({ schema, record, title, isRemoved }: BesideProps) {
  const object = schema.api_name;
  const readsNotes = rightsFor(useAtomValue(identityAtom), "note").read;
  return (
    <>
      <Related object={object} id={record.id} />
      {readsNotes && object !== "note" && !isRemoved ? (
        <NotesCard key={record.id} about={{ object, id: record.id }} />
      ) : null}
      <Duplicates schema={schema} record={record} isRemoved={isRemoved} />
      <RelatedCard key={record.id} schema={schema} record={record} title={title} isRemoved={isRemoved} />
    </>
  );
}
