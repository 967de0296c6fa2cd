import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArchiveRestore } from "lucide-react";
import { useRef, useState } from "react";
import { listRecords, type ObjectSchema, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Time } from "@/components/Time/Time";
import { FetchFailed } from "@/feature/FetchFailed";
import { t } from "@/messages";
import { nameFieldOf } from "@/store";
import { bringBack } from "../commands";
import { words } from "../messages";
import { pluralOf } from "../objects";

interface DeletedDialogProps {
  schema: ObjectSchema;
  /** Changes with what is deleted and brought back anywhere. */
  moment: number | undefined;
  onRestored: () => void;
  onClose: () => void;
}

const pageSize = 25;
/** As many as one list may have. */
const mostShown = 1000;

function Entry({
  record,
  name,
  onRestore,
}: {
  record: WireRecord;
  name: string;
  onRestore: () => Promise<void>;
}) {
  const [isBusy, setBusy] = useState(false);
  const who = record.modified_by;
  return (
    <li className="flex items-center gap-3 border-n6 border-t py-2 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-meta text-n11">
          {who ? words.deletedBy(who.name ?? t.records.someone) : words.deletedAt}
          {record.modified_date ? " · " : null}
          <Time at={record.modified_date} form="listed" />
        </p>
      </div>
      <Button
        size="small"
        aria-label={words.bringBack(name)}
        isBusy={isBusy}
        onClick={async () => {
          setBusy(true);
          await onRestore();
          setBusy(false);
        }}
      >
        {words.restore}
      </Button>
    </li>
  );
}

/** What was deleted of an object and can be brought back, the latest first. */
export function DeletedDialog({ schema, moment, onRestored, onClose }: DeletedDialogProps) {
  const object = schema.api_name;
  const list = useRef<HTMLDivElement>(null);
  const [limit, setLimit] = useState(pageSize);
  const deleted = useQuery({
    queryKey: ["deleted", object, moment, limit],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => listRecords<WireRecord>(object, { limit, isDeleted: true }, signal),
  });
  const onRestore = async (record: WireRecord) => {
    if (await bringBack(object, [record.id])) {
      onRestored();
      await deleted.refetch();
      list.current?.focus(); // its button has gone
    }
  };
  const content = () => {
    if (!deleted.data) {
      return deleted.error ? (
        <FetchFailed error={deleted.error} onRetry={() => void deleted.refetch()} />
      ) : (
        <SkeletonRows count={4} label={words.recentlyDeleted} />
      );
    }
    const { rows, hasNext } = deleted.data;
    if (rows.length === 0) {
      return <PageState icon={<ArchiveRestore />} title={words.noneDeleted} text={words.noneDeletedHint} />;
    }
    return (
      <>
        <ul aria-label={words.deletedOf(pluralOf(schema))}>
          {rows.map((record) => (
            <Entry
              key={record.id}
              record={record}
              name={String(record[nameFieldOf(schema)] || t.records.noValue)}
              onRestore={() => onRestore(record)}
            />
          ))}
        </ul>
        {hasNext && limit < mostShown ? (
          <Button
            className="mt-2 w-full"
            isBusy={deleted.isPlaceholderData}
            onClick={() => setLimit(limit + pageSize)}
          >
            {words.showMore}
          </Button>
        ) : null}
      </>
    );
  };
  return (
    <Dialog
      isPassing
      title={words.deletedOf(pluralOf(schema))}
      onClose={onClose}
      className="max-h-[80vh] w-full max-w-lg"
    >
      <p className="mb-3 text-n11">{words.deletedLead}</p>
      <div ref={list} tabIndex={-1} className="min-h-60 outline-none">
        {content()}
      </div>
    </Dialog>
  );
}
