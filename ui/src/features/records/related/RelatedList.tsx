import { useEffect, useId, useState } from "react";
import type { WireRecord } from "@/api";
import { mostRelated } from "@/api/related";
import { Button } from "@/components/Button/Button";
import { shownAs, useFacts } from "@/feature";
import { fieldsOf, fieldType } from "@/fields";
import { RecordLink } from "@/fields/lookup/RecordLink";
import type { SearchField } from "@/lib/search";
import { nameFieldOf, shownAtom, useAtomValue } from "@/store";
import { type Counted, pageSize, useListPage } from "../list/useListPage";
import { parseSort } from "../live/sorting";
import { words } from "../messages";
import { pluralOf } from "../objects";
import type { Relation } from "./relations";

const few = 5;
const nothing: readonly SearchField[] = [];

const saidOf = (count: number): string => (count >= mostRelated ? `${mostRelated}+` : String(count));

/** The first words that tell one record of a kind from the others. */
function useLead({ schema }: Relation): (record: WireRecord) => string {
  const facts = useFacts(schema.api_name);
  const names = facts.flatMap((one) => one.lead ?? []);
  const fields = fieldsOf(schema);
  return (record) =>
    names
      .flatMap((name) => fields.find((field) => field.name === name) ?? [])
      .map((field) => fieldType(field.kind).text(shownAs(facts, field.name, record), field))
      .find(Boolean) ?? "";
}

function Line({ relation, id, lead }: { relation: Relation; id: string; lead: (r: WireRecord) => string }) {
  const { schema } = relation;
  const record = useAtomValue(shownAtom(schema.api_name, id))?.record;
  if (!record) {
    return null;
  }
  const name = record[nameFieldOf(schema)];
  return (
    <li className="flex min-h-7 min-w-0 flex-col justify-center py-1">
      <RecordLink
        object={schema.api_name}
        reference={typeof name === "string" && name !== "" ? { id, name } : { id }}
      />
      {lead(record) ? (
        <span dir="auto" className="truncate text-meta text-n10">
          {lead(record)}
        </span>
      ) : null}
    </li>
  );
}

interface RelatedListProps {
  relation: Relation;
  id: string;
  /** They are being counted. */
  isAwaited: boolean;
  counted: Counted | undefined;
}

/** The records of one kind that name this one, the first few until one asks for more; live. */
export function RelatedList({ relation, id, isAwaited, counted }: RelatedListProps) {
  const { schema, field, subField, by } = relation;
  const [isAll, setAll] = useState(false);
  const headingId = useId();
  const lead = useLead(relation);
  const called = useFacts(schema.api_name).find(({ label }) => label)?.label ?? pluralOf(schema);
  const { list, showNew } = useListPage({
    object: schema.api_name,
    page: 1,
    sort: parseSort(schema.order ?? "-id"),
    search: "",
    fields: nothing,
    about: { field, subField, id },
    size: isAll ? pageSize : few,
    isAwaited,
    counted,
  });
  const waiting = list ? list.fresh.length + list.changed.length : 0;
  const isFirst = waiting > 0 && list?.ids.length === 0;
  // What is new waits, so that nothing moves under the pointer; before the first there is nothing to move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is the first
  useEffect(() => {
    if (isFirst) {
      showNew();
    }
  }, [isFirst]);
  const total = list?.total ?? counted?.count;
  const beyond = list ? list.total - list.ids.length - waiting : 0;
  return (
    <section aria-labelledby={headingId} className="border-b px-4 py-4 last:border-b-0">
      <h2 id={headingId} className="flex items-baseline gap-2 pb-1 font-semibold">
        <span className="truncate">{by ? words.relatedBy(called, by) : called}</span>
        {total === undefined ? null : (
          <span className="font-normal text-meta text-n10 tabular-nums">{saidOf(total)}</span>
        )}
      </h2>
      {waiting > 0 ? (
        <Button size="small" tone="ghost" className="-mx-2 text-accent-text" onClick={showNew}>
          {words.newRows(waiting)}
        </Button>
      ) : null}
      <ul>
        {(list?.ids ?? []).map((one) => (
          <Line key={one} relation={relation} id={one} lead={lead} />
        ))}
      </ul>
      {beyond > 0 && !isAll ? (
        <Button size="small" tone="ghost" className="-mx-2" onClick={() => setAll(true)}>
          {words.showMore}
        </Button>
      ) : null}
      {beyond > 0 && isAll && Number.isFinite(beyond) ? (
        <p className="pt-1 text-meta text-n10">{words.andMore(beyond)}</p>
      ) : null}
    </section>
  );
}
