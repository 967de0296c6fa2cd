import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Time } from "@/components/Time/Time";
import { part } from "@/feature";
import { pluralOf } from "../objects";
import { duplicatesOf, mergesOf } from "./api";
import { DuplicateRows } from "./DuplicateRows";
import { words } from "./messages";
import { undo } from "./outcome";

const MergeSheet = part(() => import("./MergeSheet").then((file) => file.MergeSheet));

interface DuplicatesCardProps {
  schema: ObjectSchema;
  record: WireRecord;
  mayMerge: boolean;
}

/** The records that may be the same as this one, to be merged; and what was merged into it, to be undone. */
export function DuplicatesCard({ schema, record, mayMerge }: DuplicatesCardProps) {
  const object = schema.api_name;
  const heading = useId();
  const [master, setMaster] = useState(record.id);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [isMerging, setMerging] = useState(false);
  // The fields that duplicates share may differ in each version.
  const by = (schema.duplicate_fields ?? []).map((name) => JSON.stringify(record[name]) ?? "");
  const found = useQuery({
    queryKey: ["duplicates", object, record.id, ...by],
    staleTime: 0,
    queryFn: () => duplicatesOf(object, record.id),
  });
  const merges = useQuery({
    queryKey: ["merges", object, record.id],
    enabled: mayMerge && found.isSuccess,
    staleTime: 0,
    queryFn: () => mergesOf(object, record.id),
  });
  const others = (found.data ?? []).filter(({ id }) => id !== record.id);
  const done = merges.data?.data ?? [];
  const again = () => {
    setMaster(record.id);
    setSelected([]);
    void found.refetch();
    void merges.refetch();
  };
  if (found.error) {
    return (
      <section aria-labelledby={heading} className="border-b px-4 py-4 last:border-b-0">
        <h2 id={heading} className="pb-1 font-semibold">
          {words.heading}
        </h2>
        <p role="alert" className="flex items-center gap-2 text-n11">
          {words.searchFailed}
          <Button size="small" tone="ghost" onClick={() => void found.refetch()}>
            {words.tryAgain}
          </Button>
        </p>
      </section>
    );
  }
  if (others.length === 0 && done.length === 0) {
    return null;
  }
  const all = [record, ...others];
  const masterRecord = all.find(({ id }) => id === master) ?? record;
  const chosen = all.filter(({ id }) => selected.includes(id) && id !== masterRecord.id);
  return (
    <section aria-labelledby={heading} className="border-b px-4 py-4 last:border-b-0">
      <h2 id={heading} className="flex items-baseline gap-2 pb-1 font-semibold">
        {words.heading}
        <span className="font-normal text-meta text-n10 tabular-nums">{others.length}</span>
      </h2>
      {others.length > 0 ? (
        <>
          {mayMerge ? <p className="pb-1 text-meta text-n11">{words.hint}</p> : null}
          <DuplicateRows
            schema={schema}
            records={all}
            master={masterRecord.id}
            selected={chosen.map(({ id }) => id)}
            label={words.heading}
            onMaster={setMaster}
            onSelected={setSelected}
            className="max-h-[250px]"
          />
          <div className="flex flex-wrap items-center gap-2 pt-2">
            {mayMerge ? (
              <Button size="small" disabled={chosen.length === 0} onClick={() => setMerging(true)}>
                {words.merge}
              </Button>
            ) : null}
            <Link
              to="/view/$object/duplicates"
              params={{ object }}
              className="text-accent-text text-meta hover:underline"
            >
              {words.showAll(pluralOf(schema))}
            </Link>
          </div>
        </>
      ) : null}
      {done.map((one) => (
        <p key={one.id} className="flex items-center gap-2 pt-1 text-meta text-n11">
          <span className="min-w-0 flex-1 truncate">
            {words.earlier(one.records.length)} · <Time at={one.at} form="listed" />
          </span>
          <Button
            size="small"
            tone="ghost"
            aria-label={words.undoOf(one.at)}
            onClick={() => void undo(one.id).then((isDone) => isDone && again())}
          >
            {words.undo}
          </Button>
        </p>
      ))}
      {isMerging ? (
        <MergeSheet
          schema={schema}
          records={[masterRecord, ...chosen]}
          onMerged={() => {
            setMerging(false);
            again();
          }}
          onUndone={again}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </section>
  );
}
