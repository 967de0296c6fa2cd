import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useDragging } from "@/lib/useDragging";
import type { Definition, Format } from "./api";
import { FieldRow } from "./FieldRow";
import { moved, orderedFields } from "./field";
import { words } from "./messages";
import type { Reach } from "./reach";

interface FieldTableProps {
  definition: Definition;
  reach: Reach;
  formats: readonly Format[];
  onOpen: (name: string) => void;
  onRetire: (name: string) => void;
  /** Stores the order; it stands as the person made it until that is done. */
  onMove: (name: string, to: number) => Promise<unknown>;
}

const heads = [
  ["title", ""],
  ["format", "w-48 max-md:hidden"],
  ["required", "w-20 text-center max-sm:hidden"],
  ["unique", "w-20 text-center max-sm:hidden"],
  ["whose", "w-24 max-sm:hidden"],
] as const;

/** The fields of an object in the order in which forms and pages have them. */
export function FieldTable({ definition, reach, formats, onOpen, onRetire, onMove }: FieldTableProps) {
  const [order, setOrder] = useState<readonly string[]>();
  const [said, say] = useState("");
  const body = useRef<HTMLTableSectionElement>(null);
  const underway = useRef(0);
  const stored = orderedFields(definition);
  // What others add or retire meanwhile comes and goes under the hand.
  const names = order ? orderedFields({ ...definition, order }) : stored;

  const move = (name: string, to: number) => {
    const at = Math.max(0, Math.min(to, names.length - 1));
    if (names[at] === name) {
      return;
    }
    const focused = document.activeElement;
    const title = definition.properties[name]?.title ?? name;
    flushSync(() => {
      setOrder(moved(names, name, at));
      say(words.movedTo(title, at + 1, names.length));
    });
    if (focused instanceof HTMLElement && body.current?.contains(focused)) {
      focused.focus(); // what is moved in the page loses it
    }
    underway.current++;
    void onMove(name, at).finally(() => {
      underway.current--;
      if (underway.current === 0) {
        setOrder(undefined);
      }
    });
  };
  const dragging = useDragging(names, move);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = [...(body.current?.querySelectorAll("[data-field]") ?? [])] as HTMLElement[];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    if (step !== undefined && at >= 0 && !event.defaultPrevented && !event.altKey) {
      event.preventDefault();
      rows[at + step]?.focus();
    }
  };
  return (
    <>
      <div className="overflow-hidden rounded-lg border bg-surface shadow-small">
        <table
          aria-label={words.fieldsOf(definition.plural ?? definition.title)}
          className="w-full table-fixed border-separate border-spacing-0 text-left"
        >
          <thead>
            <tr className="*:h-9 *:border-b *:bg-n2 *:px-2.5 *:font-medium *:text-meta *:text-n11">
              {heads.map(([key, look], at) => (
                <th key={key} scope="col" className={at === 0 ? "pl-10" : look}>
                  {words.columnsOfTable[key]}
                </th>
              ))}
              <td className="w-12" />
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={onKeyDown}>
            {names.map((name, at) => {
              const field = definition.properties[name];
              return field ? (
                <FieldRow
                  key={name}
                  name={name}
                  field={field}
                  formats={formats}
                  at={at}
                  of={names.length}
                  dragging={dragging}
                  isLast={at === names.length - 1}
                  mayMove={reach.object}
                  mayChange={reach.field(field)}
                  mayRetire={reach.field(field) && field.custom === true && name !== definition.name_field}
                  onMove={(to) => move(name, to)}
                  onOpen={() => onOpen(name)}
                  onRetire={() => onRetire(name)}
                />
              ) : null;
            })}
          </tbody>
        </table>
      </div>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
