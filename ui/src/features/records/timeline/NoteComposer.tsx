import { useState } from "react";
import { createRecord, type WireRecord } from "@/api";
import { Composer } from "@/components/Composer/Composer";
import { addToDraft } from "@/components/Composer/drafts";
import { toast } from "@/components/Toaster/toasts";
import { t } from "@/messages";
import { keep } from "@/store";
import { useOwnDraft } from "@/thread/useOwnDraft";
import { useSendKey } from "@/thread/useSendKey";
import { sayRefusal } from "../commands";
import { words } from "./messages";

const longestName = 60;

/** A note's name is how it begins: its first line, or as many whole words of it as fit. */
export function nameOf(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  if (line.length <= longestName) {
    return line;
  }
  const cut = line.slice(0, longestName);
  const space = cut.lastIndexOf(" ");
  return `${space > 0 ? cut.slice(0, space) : cut}…`;
}

/** Writes a note about a record. What can't be stored stays where it was written. */
export function NoteComposer({ object, record }: { object: string; record: WireRecord }) {
  const draft = useOwnDraft(`note:${object}:${record.id}`);
  const [tries, setTries] = useState(0);
  const send = async (text: string) => {
    try {
      const note = await createRecord(
        "note",
        { name: nameOf(text), notes: text, related_to: { schema: object, id: record.id } },
        crypto.randomUUID(),
      );
      keep("note", [note]);
      toast.success(words.noted);
    } catch (error) {
      addToDraft(draft, text);
      setTries((had) => had + 1);
      sayRefusal(error, () => words.noteError);
    }
  };
  return (
    <Composer
      key={`${record.id} ${tries}`}
      takesFocus={tries > 0}
      draft={draft}
      label={words.note}
      placeholder={words.notePlaceholder}
      sendLabel={words.addNote}
      emptyText={t.records.fillIn}
      sendKey={useSendKey("chat")}
      onSend={(text) => void send(text)}
    />
  );
}
