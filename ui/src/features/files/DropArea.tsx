import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { words } from "./messages";

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** Takes files that are dropped anywhere on what is inside it. */
export function DropZone({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen by a button, too
    <div
      data-over={isOver || undefined}
      className={cn("relative rounded", isOver && "outline-2 outline-accent outline-offset-2")}
      onDragEnter={(event) => {
        if (hasFiles(event)) {
          depth.current += 1;
          setOver(true);
        }
      }}
      onDragOver={(event) => {
        if (hasFiles(event)) {
          event.preventDefault();
          event.dataTransfer.dropEffect = "copy";
        }
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) {
          leave();
        }
      }}
      onDrop={(event) => {
        if (hasFiles(event)) {
          event.preventDefault();
          leave();
          onFiles([...event.dataTransfer.files]);
        }
      }}
    >
      {children}
    </div>
  );
}

/** Where files are dropped, or chosen by a press. */
export function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => input.current?.click()}
        className="flex w-full flex-col items-center gap-1 rounded-lg border border-n7 border-dashed bg-n2 px-3 py-5 text-center transition-colors duration-120 hover:border-accent hover:bg-accent-soft"
      >
        <Upload aria-hidden className="mb-1 size-5 text-n10" />
        <span className="font-medium text-n12">{words.drop}</span>
        <span className="text-meta text-n11 max-md:hidden">{words.dropHint}</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={words.browse}
        className="sr-only"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = "";
          if (chosen.length > 0) {
            onFiles(chosen);
          }
        }}
      />
    </>
  );
}
