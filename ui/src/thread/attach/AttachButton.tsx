import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { words } from "./messages";

/** Chooses files from this device; a phone offers its camera, too. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={words.attach}
        icon={<Paperclip className="size-4" />}
        className="size-7"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={words.attach}
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
