import type { ObjectSchema, WireRecord } from "@/api";
import { part, useParts } from "@/feature";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { Duplicates } from "../merge/Duplicates";
import { Related } from "./Related";

const RelatedCard = part(() => import("./RelatedCard").then((file) => file.RelatedCard));
const NotesCard = part(() => import("../notes/NotesCard").then((file) => file.NotesCard));

const parts = [RelatedCard, NotesCard];

interface SideCardsProps {
  schema: ObjectSchema;
  record: WireRecord;
  title: string;
  isRemoved: boolean;
}

/** The cards at the side of a record: notes, related records, those of other features, duplicates. */
export function SideCards({ schema, record, title, isRemoved }: SideCardsProps) {
  const object = schema.api_name;
  const readsNotes = rightsFor(useAtomValue(identityAtom), "note").read;
  // Those of a known height first, and all of them at once: nothing moves when the rest comes.
  return useParts(parts) ? (
    <>
      {readsNotes && object !== "note" && !isRemoved ? (
        <NotesCard key={record.id} about={{ object, id: record.id }} />
      ) : null}
      <RelatedCard key={record.id} schema={schema} record={record} title={title} isRemoved={isRemoved} />
      <Related object={object} id={record.id} />
      <Duplicates schema={schema} record={record} isRemoved={isRemoved} />
    </>
  ) : (
    <span aria-hidden className="block h-px" /> // keeps the column
  );
}
