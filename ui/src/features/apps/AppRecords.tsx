import { useState } from "react";
import { Panel } from "@/components/Panel/Panel";
import type { About } from "./api";
import { words } from "./messages";
import { RecordsTable } from "./RecordsTable";

const groups = Object.keys(words.groups) as (keyof typeof words.groups)[];

/** The records of an app, by their types. */
export function AppRecords({ about, onChanged }: { about: About; onChanged: () => void }) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const idsOf = (object: string) => about.members[object] ?? [];
  const all: (readonly [string, string])[] = [
    ...groups.map((object) => [object, words.groups[object]] as const),
    ...Object.entries(words.others).filter(([object]) => idsOf(object).length > 0),
  ];
  const toggle = (object: string) => {
    const next = new Set(closed);
    if (!next.delete(object)) {
      next.add(object);
    }
    setClosed(next);
  };
  return (
    <>
      <p className="px-6 py-4 text-n11 @max-md:px-4">{words.recordsLead}</p>
      {all.map(([object, title]) => (
        <Panel
          key={object}
          title={title}
          hint={idsOf(object).length}
          isOpen={!closed.has(object)}
          onToggle={() => toggle(object)}
        >
          {idsOf(object).length > 0 ? (
            <RecordsTable object={object} title={title} ids={idsOf(object)} onChanged={onChanged} />
          ) : (
            <p className="px-6 pb-4 text-n11 @max-md:px-4">{words.noRecords}</p>
          )}
        </Panel>
      ))}
    </>
  );
}
