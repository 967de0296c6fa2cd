import { NotebookPen } from "lucide-react";
import { MessageText } from "@/components/Bubble/MessageText";
import { Cut } from "@/components/Cut/Cut";
import { CutName } from "@/components/Cut/CutName";
import { Happening } from "@/components/Happening/Happening";
import { referenceOf } from "@/fields/lookup/value";
import { t } from "@/messages";
import { useRecord } from "@/store";

/** What a text says beyond its title, where it begins with that. */
const beyond = (title: string, text: string): string =>
  text.trim() === title || text.startsWith(`${title}\n`) ? text.slice(title.length).trim() : text;

/** A note, as a timeline shows it. */
export function HappenedNote({ id, at }: { id: string; at: string }) {
  const note = useRecord("note", id);
  if (!note) {
    return null;
  }
  const title = note.name || t.records.noValue;
  const text = beyond(title, typeof note.notes === "string" ? note.notes : "");
  return (
    <Happening
      icon={<NotebookPen />}
      tone="accent"
      title={<CutName name={title} />}
      facts={[referenceOf(note.owner)?.name]}
      at={at}
      to={`/view/note/record/${id}/standard`}
    >
      {text !== "" ? (
        <Cut text={text} most={100} className="text-n11">
          {(shown) => <MessageText text={shown} />}
        </Cut>
      ) : null}
    </Happening>
  );
}
