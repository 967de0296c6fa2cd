import { FileText } from "lucide-react";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { useFacts } from "@/feature";
import { t } from "@/messages";
import { useLiveRecord } from "@/realtime";
import { fileObject } from "../names";
import type { FileComponent } from "./layout";
import { words } from "./messages";

/** The file of a tile. */
export function useFileTile({ id }: FileComponent) {
  const { shown, error } = useLiveRecord(fileObject, id);
  const isGone = shown?.isRemoved === true || (error !== null && !shown);
  const record = isGone ? undefined : shown?.record;
  return { name: String(record?.name || t.records.noValue), record, isGone };
}

const hasSource = (record: Readonly<Record<string, unknown>>) =>
  ["link", "location", "url"].some((name) => typeof record[name] === "string" && record[name] !== "");

/** A file as a tile of a dashboard: an image, a video or a document. */
export function FileTile({ file: { record, isGone } }: { file: ReturnType<typeof useFileTile> }) {
  const Content = useFacts(fileObject).find((one) => one.Content)?.Content;
  if (isGone || (record && !hasSource(record))) {
    return <PageState icon={<FileText />} title={words.noVideo} className="min-h-0 p-3" />;
  }
  if (!record || !Content) {
    return (
      <div role="status" aria-label={t.frame.loading} className="h-full p-3">
        <Skeleton className="h-full w-full rounded" />
      </div>
    );
  }
  return <Content record={record} />;
}
