import { Button } from "@/components/Button/Button";
import { atom, useSetAtom } from "@/store";
import { useComposers } from "./useComposers";

/** What one asked to write about which record, until its composer has the focus. */
export const askedAtom = atom<{ id: string; key: string } | undefined>(undefined);

/** Leads to where a note is written about a record. */
export function NoteButton({ object, id }: { object: string; id: string }) {
  const note = useComposers(object).find(({ key }) => key === "note");
  const ask = useSetAtom(askedAtom);
  return note ? (
    <Button
      className="max-md:hidden"
      icon={<note.icon className="size-4" />}
      onClick={() => ask({ id, key: note.key })}
    >
      {note.label}
    </Button>
  ) : null;
}
