import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { t } from "@/messages";
import { words } from "../messages";
import type { FileRecord } from "../objects";
import { downloadFile, readMetadata } from "../reading";
import { Content, Failed, Waiting } from "./FileContent";

interface ViewerProps {
  /** The file's record. */
  id: string;
  name: string;
  /** What its record says, where it was read already. */
  known?: FileRecord | undefined;
  onClose: () => void;
}

/** What a file holds, where browsers can show it safely. */
export function FileViewer({ id, name, known, onClose }: ViewerProps) {
  const [isLoading, setLoading] = useState(false);
  const metadata = useQuery({
    queryKey: ["file", id],
    staleTime: 0,
    retry: false,
    enabled: known === undefined,
    queryFn: ({ signal }) => readMetadata(id, signal),
  });
  const file = known ?? metadata.data;
  const download = async () => {
    setLoading(true);
    await downloadFile(known ?? id);
    setLoading(false);
  };
  return (
    <Dialog
      title={file?.name || name}
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
      {file ? (
        <Content file={file} />
      ) : metadata.error ? (
        <Failed text={detailOf(metadata.error)} onRetry={() => void metadata.refetch()} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  );
}
