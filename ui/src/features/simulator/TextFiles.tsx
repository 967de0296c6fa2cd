import { Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import { words } from "./messages";

interface TextFilesProps {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
}

/** The files that somebody outside sends along: dropped here, or chosen. */
export function TextFiles({ files, onChange }: TextFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const add = (more: Iterable<File>) => onChange([...files, ...more]);
  return (
    <div className="flex flex-col gap-1.5">
      <button
        type="button"
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          add(event.dataTransfer.files);
        }}
        className={cn(
          "flex items-center justify-center gap-2 rounded border border-n7 border-dashed px-3 py-2 text-n11 hover:border-accent hover:text-n12",
          isOver && "border-accent bg-accent-soft text-accent-text",
        )}
      >
        <Paperclip aria-hidden className="size-4" />
        {words.addFiles}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={words.addFiles}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {files.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {files.map((file, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
              key={at}
              className="flex max-w-full items-center gap-1 rounded border bg-n2 py-0.5 pr-0.5 pl-2"
            >
              <bdi className="max-w-48 truncate">{file.name}</bdi>
              <IconButton
                label={words.removeFile(file.name)}
                icon={<X className="size-3.5" />}
                className="size-6"
                onClick={() => onChange(files.filter((_, other) => other !== at))}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
