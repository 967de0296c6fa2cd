import { Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { words } from "./messages";

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;

/** Takes files that are dropped anywhere on the page, unless something else on it takes them. */
export function DropHere({ onFiles }: { onFiles: (files: File[]) => void }) {
  const give = useRef(onFiles);
  give.current = onFiles;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (hasFiles(event)) {
        depth += 1;
        setOver(true);
      }
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event) && !event.defaultPrevented) {
        event.preventDefault();
      }
    };
    const leave = () => {
      depth -= 1;
      if (depth <= 0) {
        depth = 0;
        setOver(false);
      }
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (hasFiles(event) && !event.defaultPrevented) {
        event.preventDefault();
        give.current([...(event.dataTransfer?.files ?? [])]);
      }
    };
    document.addEventListener("dragenter", enter);
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragenter", enter);
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return isOver ? (
    <p className="flex items-center justify-center gap-2 rounded-t-lg border-accent border-b border-dashed bg-accent-soft px-3 py-4 font-medium text-accent-text">
      <Upload aria-hidden className="size-4" />
      {words.drop}
    </p>
  ) : null;
}
