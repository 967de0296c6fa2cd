import { useQuery } from "@tanstack/react-query";
import { FileQuestion, TriangleAlert } from "lucide-react";
import type { WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { Spinner } from "@/components/Spinner/Spinner";
import { words } from "../messages";
import type { FileRecord } from "../objects";
import { contentOf, readErrorOf } from "../reading";
import { isBeyond, isTooLarge, kindOf, readOf } from "./kinds";
import { Preview } from "./Preview";

export const Waiting = () => (
  <div role="status" className="flex h-full items-center justify-center gap-2 text-n11">
    <Spinner />
    {words.waiting}
  </div>
);

export function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <PageState
      role="alert"
      icon={<TriangleAlert />}
      title={text}
      action={<Button onClick={onRetry}>{words.retry}</Button>}
    />
  );
}

/** What a file holds, read when it is shown. */
export function Content({ file }: { file: FileRecord }) {
  const kind = kindOf(file);
  const isShown = kind !== undefined && !isTooLarge(kind, file);
  const content = useQuery({
    queryKey: ["file content", file.id],
    enabled: isShown,
    retry: false,
    // Bytes are not kept for longer than they are shown.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      const most = kind && readOf(kind);
      return contentOf(file, { signal, ...(most === undefined ? {} : { most }) });
    },
  });
  if (!isShown) {
    return (
      <PageState icon={<FileQuestion />} title={kind === undefined ? words.noPreview : words.tooLarge} />
    );
  }
  if (content.error) {
    return <Failed text={readErrorOf(content.error)} onRetry={() => void content.refetch()} />;
  }
  return content.data ? (
    <Preview kind={kind} file={file} content={content.data} isCut={isBeyond(kind, file)} />
  ) : (
    <Waiting />
  );
}

/** The content of a file's record, such as a tile shows it. */
export function RecordContent({ record }: { record: WireRecord }) {
  return <Content file={record as FileRecord} />;
}
