import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { t } from "@/messages";
import { editMessage } from "./amending";
import { words } from "./messages";
import type { ChatMessage } from "./objects";

/** Edits an own message in its place. */
export function EditBox({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const [text, setText] = useState(message.body ?? "");
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, []);
  const save = async () => {
    if (text.trim() === "") {
      return;
    }
    setBusy(true);
    if (await editMessage(message, text.trim())) {
      onClose();
    } else {
      setBusy(false);
    }
  };
  return (
    <form
      className="flex w-[min(28rem,70vw)] flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={field}
        aria-label={words.editing}
        value={text}
        rows={Math.min(8, text.split("\n").length + 1)}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            onClose();
          } else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            void save();
          }
        }}
        className="w-full resize-none rounded border border-n7 bg-surface px-2.5 py-1.5"
      />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onClose}>
          {t.frame.cancel}
        </Button>
        <Button size="small" type="submit" tone="primary" isBusy={isBusy} disabled={text.trim() === ""}>
          {t.frame.save}
        </Button>
      </div>
    </form>
  );
}
