import { Download, Eye, FileText } from "lucide-react";
import { useState } from "react";
import { detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { cn } from "@/lib/cn";
import type { Viewed } from "./FilesCard";
import { words } from "./messages";
import { type RelatedFileRecord, shortName } from "./objects";
import { downloadFile } from "./reading";
import { useRelatedFiles } from "./useRelatedFiles";

interface LineProps {
  record: RelatedFileRecord;
  onView: (file: Viewed) => void;
}

function Line({ record, onView }: LineProps) {
  const name = record.name || record.file?.name || "";
  const view = () => (record.file ? onView({ id: record.file.id, name }) : toast.error(words.noFile));
  return (
    <li className="group flex min-w-0 items-center gap-1 rounded px-1 hover:bg-n3">
      <FileText aria-hidden className="size-4 shrink-0 text-n10" />
      <button
        type="button"
        dir="auto"
        data-tip={shortName(name) === name ? undefined : name}
        onClick={view}
        className="min-w-0 flex-1 truncate px-1 py-1 text-left text-accent-text hover:underline"
      >
        {shortName(name)}
      </button>
      <IconButton
        label={words.view(name)}
        icon={<Eye className="size-4" />}
        className="size-7"
        onClick={view}
      />
      <IconButton
        label={words.download(name)}
        icon={<Download className="size-4" />}
        className="size-7"
        onClick={() => void downloadFile(record.file?.id)}
      />
    </li>
  );
}

/** The newest files of a record, narrowed to those whose name holds what was typed. */
export function FileList({ record, onView }: { record: string; onView: (file: Viewed) => void }) {
  const { files, error, retry } = useRelatedFiles(record);
  const [typed, setTyped] = useState("");
  if (!files) {
    return error ? (
      <div role="alert" className="flex flex-col items-start gap-2 text-n11">
        <p>
          {words.listError} {detailOf(error)}
        </p>
        <Button size="small" onClick={retry}>
          {words.retry}
        </Button>
      </div>
    ) : (
      <div className="flex flex-col gap-2 py-1">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    );
  }
  const wanted = typed.trim().toLowerCase();
  const shown = files.filter(({ name, file }) => (name || file?.name || "").toLowerCase().includes(wanted));
  return (
    <>
      {files.length > 0 ? (
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={cn(inputClass, "mb-2")}
        />
      ) : null}
      {shown.length === 0 ? (
        <p role="status" className="text-n11">
          {files.length === 0 ? words.none : words.noneFound}
        </p>
      ) : (
        <ul className="-mx-1 max-h-[300px] overflow-y-auto">
          {shown.map((one) => (
            <Line key={one.id} record={one} onView={onView} />
          ))}
        </ul>
      )}
    </>
  );
}
