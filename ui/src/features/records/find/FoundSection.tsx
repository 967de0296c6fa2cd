import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { useId } from "react";
import type { Found, ObjectSchema, Piece, WireRecord } from "@/api";
import { Marked } from "@/components/Marked/Marked";
import { useFacts } from "@/feature";
import { t } from "@/messages";
import { nameFieldOf } from "@/store";
import { pluralOf } from "../objects";
import { words } from "./messages";

type Marks = Readonly<Record<string, readonly Piece[]>>;

interface LineProps {
  schema: ObjectSchema;
  record: WireRecord;
  marks: Marks;
}

function Line({ schema, record, marks }: LineProps) {
  const object = schema.api_name;
  const nameField = nameFieldOf(schema);
  const { [nameField]: inName, ...others } = marks;
  const path = useFacts(object)
    .find((one) => one.path)
    ?.path?.(record.id);
  return (
    <li className="flex min-h-9 min-w-0 flex-wrap items-baseline gap-x-3 border-b py-1.5 last:border-b-0">
      <Link
        to={path ?? `/view/${object}/record/${record.id}/standard`}
        dir="auto"
        className="truncate font-medium hover:underline"
      >
        {inName ? <Marked pieces={inName} /> : String(record[nameField] ?? "") || t.records.noValue}
      </Link>
      {Object.entries(others).map(([field, pieces]) => (
        <span key={field} className="min-w-0 truncate text-meta text-n11">
          {schema.properties[field]?.title ?? field}{" "}
          <bdi className="text-n12">
            <Marked pieces={pieces} />
          </bdi>
        </span>
      ))}
    </li>
  );
}

interface FoundSectionProps {
  schema: ObjectSchema;
  found: Found;
  text: string;
}

/** What was found of one object: first what holds what was typed, then what may be meant by it. */
export function FoundSection({ schema, found, text }: FoundSectionProps) {
  const headingId = useId();
  const facts = useFacts(schema.api_name);
  const Icon = facts.find((one) => one.icon)?.icon ?? FileText;
  const plural = facts.find((one) => one.label)?.label ?? pluralOf(schema);
  const exact = found.records.length - found.alike;
  const lines = (from: number, to: number) =>
    found.records
      .slice(from, to)
      .map((record, at) => (
        <Line key={record.id} schema={schema} record={record} marks={found.marked[from + at] ?? {}} />
      ));
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="flex items-center gap-2 pb-1 font-semibold">
        <Icon aria-hidden className="size-4 text-n11" />
        {plural}
      </h2>
      {exact > 0 ? <ul>{lines(0, exact)}</ul> : null}
      {found.alike > 0 ? (
        <>
          <h3 className="pt-2 text-meta text-n11">{words.alike}</h3>
          <ul>{lines(exact, found.records.length)}</ul>
        </>
      ) : null}
      {found.more ? (
        <Link
          to="/view/$object/list"
          params={{ object: schema.api_name }}
          search={{ search: text }}
          className="inline-block py-1.5 text-accent-text hover:underline"
        >
          {words.more(plural)}
        </Link>
      ) : null}
    </section>
  );
}
