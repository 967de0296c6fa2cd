import { TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import type { ObjectSchema, Reference } from "@/api";
import type { Audited } from "@/api/audit";
import { Avatar } from "@/components/Avatar/Avatar";
import { Pill } from "@/components/Pill/Pill";
import { Time } from "@/components/Time/Time";
import { useToldChanges } from "@/feature";
import { fieldsOf } from "@/fields";
import { ChangedFields, changedFields } from "@/fields/ChangedFields";
import { RecordLink } from "@/fields/lookup/RecordLink";
import { t } from "@/messages";
import { words } from "./messages";

/** Of whom a sign-in is, or of what a definition: its record, or what it tells of where that says nothing. */
function subjectOf({ record, changes }: Audited): string {
  const user = changes?.user?.after as Reference | null | undefined;
  const object = changes?.change?.after as { title?: string } | null | undefined;
  return object?.title ?? record.name ?? user?.name ?? words.nobody;
}

/** An encrypted field was opened: which one is told, and nothing of what it holds. */
const isReveal = ({ cause }: Audited) => cause?.endsWith(".revealed") === true;

/** What somebody did, and with what. */
function Sentence({
  told,
  schema,
  titles,
}: {
  told: Audited;
  schema: ObjectSchema | undefined;
  titles: readonly string[];
}) {
  const sentence = words.sentence(told.cause, subjectOf(told));
  if (sentence !== undefined) {
    return sentence;
  }
  const { record, object } = told;
  return (
    <>
      {words.verb(told.op, isReveal(told))} {titles.length > 0 ? `${words.fieldsOf(titles)} ` : null}
      {words.objectTitle(object, schema?.title)}{" "}
      {schema && record.name !== null && told.op !== "removed" ? (
        <RecordLink object={object} reference={{ id: record.id, name: record.name }} className="underline" />
      ) : (
        subjectOf(told)
      )}
    </>
  );
}

/** One thing that the audit tells: who, what, when and from where, with the fields that it changed. */
export function Told({ told, schema }: { told: Audited; schema: ObjectSchema | undefined }) {
  const who = told.by.modified_by;
  const receipt = told.cause === "record.erased" ? told.changes?.result?.after : undefined;
  const isRefused = told.cause?.endsWith(".refused") === true;
  const name = who === null ? words.system : (who?.name ?? t.records.someone);
  const changed = schema ? changedFields(fieldsOf(schema), told.changes) : [];
  const source = words.source(told.via);
  const toldChange = useToldChanges(told.object);
  return (
    <li className="flex gap-3 border-n6 border-t px-4 py-3 first:border-t-0">
      {isRefused ? (
        <TriangleAlert aria-hidden className="mt-1 size-6 p-0.5 text-warning" />
      ) : (
        <Avatar name={name} size="small" className="mt-0.5" />
      )}
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {isRefused ? null : <span className="font-medium">{name} </span>}
          <span className={isRefused ? undefined : "text-n11"}>
            <Sentence told={told} schema={schema} titles={changed.map(({ field }) => field.title)} />
          </span>
          {isRefused ? (
            <Pill tone="warning" className="ml-2">
              {words.warning}
            </Pill>
          ) : null}
        </p>
        <p className="text-meta text-n11">
          <Time at={told.at} form="listed" className="whitespace-nowrap" />
          {told.address ? ` · ${words.from(told.address)}` : null}
          {source ? ` · ${source}` : null}
        </p>
        {receipt ? <p className="wrap-anywhere mt-1 text-n11">{String(receipt)}</p> : null}
        {changed.length > 0 && !receipt && !isReveal(told) ? (
          <ChangedFields changed={changed} told={toldChange} />
        ) : null}
        {schema
          ? null
          : Object.entries(told.changes ?? {}).map(([name, sides]) => (
              <Fragment key={name}>{toldChange({ field: { name }, ...sides })}</Fragment>
            ))}
      </div>
    </li>
  );
}
