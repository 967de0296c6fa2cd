import { useId } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { Pill } from "@/components/Pill/Pill";
import { shownAs, useFacts } from "@/feature";
import { fieldsOf, fieldType } from "@/fields";
import { RecordLink } from "@/fields/lookup/RecordLink";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { nameFieldOf } from "@/store";
import { words } from "./messages";

export const nameIn = (schema: ObjectSchema, record: WireRecord | undefined): string =>
  String(record?.[nameFieldOf(schema)] || t.records.noValue);

/** The words that distinguish records of one name. */
function useLead(schema: ObjectSchema): (record: WireRecord) => string {
  const facts = useFacts(schema.api_name);
  const names = facts.flatMap((one) => one.lead ?? []);
  const fields = fieldsOf(schema);
  return (record) =>
    names
      .flatMap((name) => fields.find((field) => field.name === name) ?? [])
      .map((field) => fieldType(field.kind).text(shownAs(facts, field.name, record), field))
      .filter(Boolean)
      .join(" · ");
}

interface DuplicateRowsProps {
  schema: ObjectSchema;
  records: readonly WireRecord[];
  master: string;
  selected: readonly string[];
  /** Names the list. */
  label: string;
  onMaster: (id: string) => void;
  onSelected: (ids: readonly string[]) => void;
  className?: string;
}

/** Records that may be the same: one is the master, any others are merged into it. */
export function DuplicateRows(props: DuplicateRowsProps) {
  const { schema, records, master, selected, onMaster, onSelected } = props;
  const group = useId();
  const lead = useLead(schema);
  return (
    <ul aria-label={props.label} className={cn("overflow-y-auto", props.className)}>
      {records.map((record) => {
        const isMaster = record.id === master;
        const name = nameIn(schema, record);
        return (
          <li key={record.id} className="flex min-h-10 items-center gap-2.5 py-1">
            <input
              type="radio"
              name={group}
              aria-label={words.masterOf(name)}
              checked={isMaster}
              onChange={() => {
                onMaster(record.id);
                onSelected(selected.filter((one) => one !== record.id));
              }}
              className="size-4 shrink-0 accent-accent"
            />
            <input
              type="checkbox"
              aria-label={words.selectOf(name)}
              checked={selected.includes(record.id)}
              disabled={isMaster}
              onChange={({ target }) =>
                onSelected(
                  target.checked ? [...selected, record.id] : selected.filter((one) => one !== record.id),
                )
              }
              className={cn("size-4 shrink-0 accent-accent", isMaster && "invisible")}
            />
            <div className="flex min-w-0 flex-1 flex-col">
              <span className="flex min-w-0 items-center gap-2">
                <RecordLink object={schema.api_name} reference={{ id: record.id, name }} />
                {isMaster ? <Pill>{words.master}</Pill> : null}
              </span>
              <span dir="auto" className="truncate text-left text-meta text-n10">
                {lead(record)}
              </span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
