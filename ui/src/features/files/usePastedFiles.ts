import { useEffect, useRef } from "react";

/** Calls back with files that are pasted anywhere on the page, except into a text or a dialog. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  const give = useRef(onFiles);
  give.current = onFiles;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const isTaken =
        event.defaultPrevented ||
        (event.target instanceof Element &&
          event.target.closest("input, textarea, [contenteditable], dialog") !== null);
      if (files.length > 0 && !isTaken) {
        event.preventDefault();
        give.current(files);
      }
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}
