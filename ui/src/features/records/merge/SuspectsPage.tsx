import { useQuery } from "@tanstack/react-query";
import { CopyCheck, RotateCw } from "lucide-react";
import { useState } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { part } from "@/feature";
import { FetchFailed } from "@/feature/FetchFailed";
import { t } from "@/messages";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { pluralOf } from "../objects";
import { suspectsOf } from "./api";
import { DuplicateRows, nameIn } from "./DuplicateRows";
import { words } from "./messages";

const MergeSheet = part(() => import("./MergeSheet").then((file) => file.MergeSheet));

interface GroupProps {
  schema: ObjectSchema;
  records: readonly WireRecord[];
  mayMerge: boolean;
  onChanged: () => void;
}

/** Records that are suspected to be the same: the oldest is the master, the others are selected. */
function Group({ schema, records, mayMerge, onChanged }: GroupProps) {
  const [master, setMaster] = useState(records[0]?.id ?? "");
  const [selected, setSelected] = useState<readonly string[]>(records.slice(1).map(({ id }) => id));
  const [isMerging, setMerging] = useState(false);
  const chosen = records.filter(({ id }) => selected.includes(id) && id !== master);
  const masterRecord = records.find(({ id }) => id === master);
  const name = nameIn(schema, masterRecord);
  return (
    <section aria-label={name} className="rounded-lg border bg-surface px-4 py-3 shadow-small">
      <DuplicateRows
        schema={schema}
        records={records}
        master={master}
        selected={chosen.map(({ id }) => id)}
        label={name}
        onMaster={setMaster}
        onSelected={setSelected}
        className="max-h-[250px]"
      />
      {mayMerge ? (
        <div className="flex justify-end pt-2">
          <Button size="small" disabled={chosen.length === 0} onClick={() => setMerging(true)}>
            {chosen.length === 0 ? words.merge : words.mergeMany(chosen.length)}
          </Button>
        </div>
      ) : null}
      {isMerging && masterRecord ? (
        <MergeSheet
          schema={schema}
          records={[masterRecord, ...chosen]}
          onMerged={() => {
            setMerging(false);
            onChanged();
          }}
          onUndone={onChanged}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </section>
  );
}

/** All records of an object that are suspected to be duplicates, group by group. */
export function SuspectsPage({ schema }: { schema: ObjectSchema }) {
  const object = schema.api_name;
  const rights = rightsFor(useAtomValue(identityAtom), object);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["suspects", object],
    staleTime: 0,
    queryFn: () => suspectsOf(object),
  });
  const content = () => {
    if (error) {
      return <FetchFailed title={words.searchFailed} error={error} onRetry={() => void refetch()} />;
    }
    if (!data) {
      return <SkeletonRows label={t.frame.loading} />;
    }
    if (data.data.length === 0) {
      return <PageState icon={<CopyCheck />} title={words.none} text={words.noneHint} />;
    }
    return (
      <div className="mx-auto grid w-full max-w-3xl gap-4 p-5 max-sm:p-4">
        {data.data.map(({ records }) => (
          <Group
            key={records.map(({ id }) => id).join()}
            schema={schema}
            records={records}
            mayMerge={!schema.live && rights.update && rights.delete}
            onChanged={() => void refetch()}
          />
        ))}
        {data.more ? <p className="text-n11">{words.more}</p> : null}
      </div>
    );
  };
  return (
    <>
      <PageHeader
        title={words.pageTitle(pluralOf(schema))}
        lead={words.pageLead}
        actions={
          <IconButton
            label={words.refresh}
            icon={<RotateCw className="size-4" />}
            disabled={isFetching}
            onClick={() => void refetch()}
          />
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">{content()}</div>
    </>
  );
}
