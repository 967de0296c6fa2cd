import { useQuery } from "@tanstack/react-query";
import { Download, FileQuestion, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { detailOf } from "@/api";
import { readFile } from "@/api/files";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { PageState } from "@/components/PageState/PageState";
import { Spinner } from "@/components/Spinner/Spinner";
import { t } from "@/messages";
import { words } from "../messages";
import type { FileRecord } from "../objects";
import { downloadFile, readErrorOf, readMetadata } from "../reading";
import { isBeyond, isTooLarge, kindOf, readOf } from "./kinds";
import { Preview } from "./Preview";

interface ViewerProps {
  /** The file's record. */
  id: string;
  name: string;
  onClose: () => void;
}

/** What a file holds, where browsers can show it safely. */
export function FileViewer({ id, name, onClose }: ViewerProps) {
  const [isLoading, setLoading] = useState(false);
  const metadata = useQuery({
    queryKey: ["file", id],
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => readMetadata(id, signal),
  });
  const download = async () => {
    setLoading(true);
    await downloadFile(id);
    setLoading(false);
  };
  return (
    <Dialog
      title={metadata.data?.name || name}
      onClose={onClose}
      isPassing
      className="h-[600px] max-h-[calc(100dvh-2rem)] max-w-[1000px]"
      footer={
        <>
          <Button onClick={onClose}>{t.frame.close}</Button>
          <Button
            tone="primary"
            icon={<Download className="size-4" />}
            isBusy={isLoading}
            onClick={() => void download()}
          >
            {words.downloadFile}
          </Button>
        </>
      }
    >
      {metadata.data ? (
        <Content file={metadata.data} />
      ) : metadata.error ? (
        <Failed text={detailOf(metadata.error)} onRetry={() => void metadata.refetch()} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  );
}

const Waiting = () => (
  <div role="status" className="flex h-full items-center justify-center gap-2 text-n11">
    <Spinner />
    {words.waiting}
  </div>
);

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <PageState
      role="alert"
      icon={<TriangleAlert />}
      title={text}
      action={<Button onClick={onRetry}>{words.retry}</Button>}
    />
  );
}

function Content({ file }: { file: FileRecord }) {
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
      return readFile(file.id, { signal, ...(most === undefined ? {} : { most }) });
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
