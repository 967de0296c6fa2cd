import { Link } from "@tanstack/react-router";
import { Avatar } from "@/components/Avatar/Avatar";
import { Time } from "@/components/Time/Time";
import { useFacts } from "@/feature";
import { useSettled } from "@/lib/useSettled";
import { t } from "@/messages";
import { useRecord } from "@/store";
import { words } from "../messages";
import { pluralOf } from "../objects";
import type { ModeProps } from "./Modes";
import { useScrollPlace } from "./place";
import { useTint } from "./Row";

interface ItemProps {
  object: string;
  id: string;
  nameField: string;
  tint: number | undefined;
}

function Item({ object, id, nameField, tint }: ItemProps) {
  const ref = useTint<HTMLLIElement>(tint);
  const record = useRecord(object, id);
  const hasFaces = useFacts(object).some((one) => one.hasFace);
  const name = String(record?.[nameField] || t.records.noValue);
  return (
    <li
      ref={ref}
      className="relative flex h-11 items-center gap-3 border-b px-5 [contain-intrinsic-size:auto_--spacing(11)] [content-visibility:auto] focus-within:bg-n2 hover:bg-n2 max-sm:px-4"
    >
      {record ? (
        <>
          {hasFaces ? <Avatar name={name} size="small" /> : null}
          <Link
            to="/view/$object/record/$id/standard"
            params={{ object, id }}
            dir="auto"
            // The link covers the whole row, so that a click anywhere on it opens the record.
            className="min-w-0 flex-1 truncate text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
          >
            {name}
          </Link>
          <Time
            at={record.created_date as string | undefined}
            form="listed"
            className="shrink-0 text-meta text-n11 tabular-nums"
          />
        </>
      ) : null}
    </li>
  );
}

/** The records by their names, with when they were created. While the pointer is over them they keep their places. */
export function NamesMode({ schema, nameField, ids: current, tints, onTop, onEnd }: ModeProps) {
  const { ids, hold } = useSettled(current);
  const scroller = useScrollPlace(ids.length, { onTop, onEnd });
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ol {...hold} aria-label={words.rowsLabel(pluralOf(schema))}>
        {ids.map((id) => (
          <Item key={id} object={schema.api_name} id={id} nameField={nameField} tint={tints[id]} />
        ))}
      </ol>
    </div>
  );
}
