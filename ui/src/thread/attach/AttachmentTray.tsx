import { FileText, RotateCw, X } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import type { Attachment } from "./attachments";
import { words } from "./messages";

const pictures = ["image/jpeg", "image/png", "image/gif", "image/webp"];

function Thumbnail({ file }: { file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!pictures.includes(file.type)) {
      return undefined;
    }
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address ? (
    <img src={address} alt="" className="size-9 shrink-0 rounded object-cover" />
  ) : (
    <span className="flex size-9 shrink-0 items-center justify-center rounded bg-n3">
      <FileText aria-hidden className="size-4 text-n10" />
    </span>
  );
}

interface TrayProps {
  list: readonly Attachment[];
  onRemove: (key: string) => void;
  onRetry: (one: Attachment) => void;
}

/** The files that go with the message, how far each is, and what can be done about it. */
export function AttachmentTray({ list, onRemove, onRetry }: TrayProps) {
  if (list.length === 0) {
    return null;
  }
  return (
    <ul
      aria-label={words.attached}
      className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto border-n6 border-b p-2"
    >
      {list.map((one) => {
        const { name, size } = one.file;
        return (
          <li
            key={one.key}
            data-state={one.state}
            className={cn(
              "flex w-56 min-w-0 max-w-full items-center gap-2 rounded border bg-n2 py-1 pr-0.5 pl-1",
              one.state === "failed" && "border-danger-solid",
            )}
          >
            <Thumbnail file={one.file} />
            <span className="flex min-w-0 flex-1 flex-col">
              <bdi className="truncate" title={name}>
                {name}
              </bdi>
              {one.state === "sending" ? (
                <progress
                  aria-label={words.uploading(name)}
                  value={one.part}
                  max={1}
                  className="h-1 w-full appearance-none overflow-hidden rounded-full bg-n4 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-n4 [&::-webkit-progress-value]:bg-accent"
                />
              ) : (
                <span
                  role={one.error ? "alert" : undefined}
                  className={cn("truncate text-meta", one.state === "failed" ? "text-danger" : "text-n11")}
                  title={one.error}
                >
                  {one.state === "failed" ? one.error : words.size(size)}
                </span>
              )}
            </span>
            {one.state === "failed" ? (
              <IconButton
                label={words.retry(name)}
                icon={<RotateCw className="size-3.5" />}
                className="size-6"
                onClick={() => onRetry(one)}
              />
            ) : null}
            <IconButton
              label={words.remove(name)}
              icon={<X className="size-3.5" />}
              className="size-6"
              onClick={() => onRemove(one.key)}
            />
          </li>
        );
      })}
    </ul>
  );
}
