import { Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { words } from "./messages";

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;

/**
 * Takes files that are dropped anywhere in the closest element with data-drop, or else on the page, unless something else
 * takes them; shows that while they are over it.
 */
export function DropHere({ onFiles }: { onFiles: (files: File[]) => void }) {
  const give = useRef(onFiles);
  give.current = onFiles;
  const [isOver, setOver] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const area = (place.current?.closest("[data-drop]") ?? document) as HTMLElement;
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
    area.addEventListener("dragenter", enter);
    area.addEventListener("dragover", over);
    area.addEventListener("dragleave", leave);
    area.addEventListener("drop", drop);
    return () => {
      area.removeEventListener("dragenter", enter);
      area.removeEventListener("dragover", over);
      area.removeEventListener("dragleave", leave);
      area.removeEventListener("drop", drop);
    };
  }, []);
  return (
    <div ref={place}>
      {isOver ? (
        <p className="flex items-center justify-center gap-2 rounded-t-lg border-accent border-b border-dashed bg-accent-soft px-3 py-4 font-medium text-accent-text">
          <Upload aria-hidden className="size-4" />
          {words.drop}
        </p>
      ) : null}
    </div>
  );
}
