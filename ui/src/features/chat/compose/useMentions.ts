import { type KeyboardEvent, type RefObject, useState } from "react";
import type { Editor } from "@/components/Composer/Composer";
import { holdsText } from "@/lib/fold";
import { useChoice } from "@/lib/useChoice";
import { colleaguesAtom, identityAtom, useAtomValue } from "@/store";
import { here, typedAt } from "../mentions";
import type { ChatRecord } from "../objects";
import type { Candidate } from "./MentionList";

const most = 8;

/** Completes names after an at sign. */
export function useMentions(chat: ChatRecord | undefined, editor: RefObject<Editor | null>) {
  const me = useAtomValue(identityAtom)?.userId;
  const colleagues = useAtomValue(colleaguesAtom) ?? [];
  const [asked, setAsked] = useState<{ from: number; typed: string }>();
  const members = new Set(chat?.members?.map(({ id }) => id));
  const everybody: Candidate[] = [
    ...colleagues
      .filter(({ id }) => id !== me)
      .map(({ id, name, status }) => ({
        id,
        name,
        status,
        canRead: chat?.private !== true || members.has(id),
      }))
      .toSorted(
        (left, right) =>
          Number(members.has(right.id)) - Number(members.has(left.id)) || left.name.localeCompare(right.name),
      ),
    { id: here, name: here, canRead: true },
  ];
  const candidates = asked ? everybody.filter(({ name }) => holdsText(name, asked.typed)).slice(0, most) : [];
  const take = ({ name }: Candidate) => {
    const now = editor.current?.read();
    if (now && asked) {
      const end = asked.from + 1 + asked.typed.length;
      const text = `${now.text.slice(0, asked.from)}@${name} ${now.text.slice(end)}`;
      const at = asked.from + name.length + 2;
      editor.current?.write({ text, from: at, to: at });
    }
    setAsked(undefined);
  };
  const choice = useChoice(candidates, take);
  return {
    candidates,
    chosen: choice.chosen,
    optionProps: choice.optionProps,
    /** Looks at what was typed before the caret. */
    look(text: string): void {
      // The caret is where the field has put it by now.
      queueMicrotask(() => {
        const caret = editor.current?.read().from ?? text.length;
        setAsked(typedAt(text, caret));
        choice.restart();
      });
    },
    /** True if the key was meant for the list. */
    onKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
      if (candidates.length === 0 || event.nativeEvent.isComposing) {
        return false;
      }
      if (event.key === "Escape") {
        setAsked(undefined);
        return true;
      }
      if (event.key === "Tab" && choice.chosen) {
        take(choice.chosen);
        return true;
      }
      if (["ArrowDown", "ArrowUp", "Enter"].includes(event.key)) {
        choice.onKeyDown(event);
        return true;
      }
      return false;
    },
    close: () => setAsked(undefined),
  };
}
