import { useQuery } from "@tanstack/react-query";
import { ChartColumn, FileText } from "lucide-react";
import { useState } from "react";
import { listRecords, type WireRecord } from "@/api";
import { Choices } from "@/components/Choices/Choices";
import { Dialog } from "@/components/Dialog/Dialog";
import { PageState } from "@/components/PageState/PageState";
import { SearchBox } from "@/components/SearchBox/SearchBox";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { useDebounced } from "@/fields/lookup/useLookup";
import { t } from "@/messages";
import { words as reportWords } from "../messages";
import { reportObject } from "../names";
import { objectOf } from "../report/draft";
import type { Component } from "./layout";
import { words } from "./messages";

type Kind = keyof typeof words.pickerTabs;

const most = 50;

function Rows({
  kind,
  search,
  onChoose,
}: {
  kind: Kind;
  search: string;
  onChoose: (record: WireRecord) => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ["picker", kind, search],
    queryFn: ({ signal }) =>
      listRecords(kind, { limit: most, search, order: "-modified_date", isUncounted: true }, signal),
  });
  if (error) {
    return <FetchFailed error={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <SkeletonRows label={t.frame.loading} />;
  }
  if (data.rows.length === 0) {
    const isReport = kind === reportObject;
    const none = isReport ? words.noReports : words.noFiles;
    return (
      <PageState
        icon={isReport ? <ChartColumn /> : <FileText />}
        title={search === "" ? none : words.noneFound}
        {...(isReport && search === "" ? { text: words.noReportsText } : {})}
      />
    );
  }
  return (
    <ul>
      {data.rows.map((record) => (
        <li key={record.id}>
          <button
            type="button"
            onClick={() => onChoose(record)}
            className="flex w-full items-center gap-3 rounded px-3 py-2 text-left hover:bg-n3 focus-visible:bg-n3"
          >
            {kind === reportObject ? (
              <ChartColumn className="size-4 shrink-0 text-n10" />
            ) : (
              <FileText className="size-4 shrink-0 text-n10" />
            )}
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {String(record.name || t.records.noValue)}
            </span>
            <span className="shrink-0 text-meta text-n11">
              {kind === reportObject ? objectOf(record.object) : String(record.content_type ?? "")}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface PickerDialogProps {
  onClose: () => void;
  onChoose: (component: Component) => void;
}

/** Chooses the report or the file of a tile. */
export function PickerDialog({ onClose, onChoose }: PickerDialogProps) {
  const [kind, setKind] = useState<Kind>("report");
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  return (
    <Dialog title={words.picker} isPassing onClose={onClose} className="max-w-xl">
      <div className="flex flex-wrap items-center gap-2">
        <Choices
          label={words.pickerLabel}
          words={words.pickerTabs}
          chosen={kind}
          onChoose={(next) => setKind(next)}
        />
        <SearchBox
          label={words.search}
          clearLabel={reportWords.cancel}
          search={typed}
          onSearch={setTyped}
          className="min-w-40 flex-1"
        />
      </div>
      <div className="-mx-3 mt-3 h-80 overflow-y-auto">
        <Rows
          kind={kind}
          search={search}
          onChoose={({ id }) =>
            onChoose(kind === "report" ? { kind, id, settings: undefined } : { kind, id })
          }
        />
      </div>
    </Dialog>
  );
}
