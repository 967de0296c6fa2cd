import { type RefObject, useCallback, useState } from "react";
import type { Editor, Selected } from "@/components/Composer/Composer";
import { toast } from "@/components/Toaster/toasts";
import { insert, link } from "./formatting";
import { words } from "./messages";

export type Change = (selected: Selected) => Selected;

/** What is open above the text. */
export type Open = "templates" | "emoji" | "link" | "schedule" | undefined;

/** What can be done with the text that is being written, by the tools around it. */
export function useTools(editor: RefObject<Editor | null>) {
  const [open, setOpen] = useState<Open>();
  /** What was selected as something was opened: a field above takes the selection along. */
  const [selected, setSelected] = useState<Selected>();

  const change = useCallback(
    (how: Change, before?: Selected) => {
      const now = before ?? editor.current?.read();
      if (now) {
        editor.current?.write(how(now));
      }
    },
    [editor],
  );
  const close = useCallback(() => {
    setOpen(undefined);
    const now = editor.current?.read();
    if (now) {
      editor.current?.write(now);
    }
  }, [editor]);
  const show = (what: Open) => {
    setSelected(editor.current?.read());
    setOpen((before) => (before === what ? undefined : what));
  };

  return {
    open,
    change,
    close,
    show,
    done: () => setOpen(undefined),
    put: (text: string) => {
      change((now) => insert(now, text), selected);
      setOpen(undefined);
    },
    link: () => {
      const now = editor.current?.read();
      if (!now || now.from === now.to) {
        toast.warning(words.selectFirst);
        return;
      }
      show("link");
    },
    linkTo: (address: string) => {
      change((now) => link(now, address), selected);
      setOpen(undefined);
    },
  };
}
