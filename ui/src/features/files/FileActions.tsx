import { Download, Eye } from "lucide-react";
import { useState } from "react";
import type { WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { part } from "@/feature";
import { words } from "./messages";
import type { FileRecord } from "./objects";
import { downloadFile, fileOf } from "./reading";

const FileViewer = part(() => import("./viewer/FileViewer").then((file) => file.FileViewer));

/** What can be done with the content of a file, among the buttons of its record. */
export function FileActions({ record }: { record: WireRecord }) {
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const file = fileOf(record);
  const known = "source" in record ? (record as FileRecord) : undefined;
  const name = typeof record.name === "string" ? record.name : words.preview;
  const view = () => (file === undefined ? toast.error(words.noFile) : setOpen(true));
  const download = async () => {
    setLoading(true);
    await downloadFile(known ?? file);
    setLoading(false);
  };
  return (
    <>
      <Button isShort icon={<Eye className="size-4" />} onClick={view}>
        {words.viewFile}
      </Button>
      <Button
        isShort
        icon={<Download className="size-4" />}
        isBusy={isLoading}
        onClick={() => void download()}
      >
        {words.downloadFile}
      </Button>
      {isOpen && file !== undefined ? (
        <FileViewer id={file} name={name} known={known} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
