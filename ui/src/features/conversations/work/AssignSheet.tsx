import { UserX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Dialog } from "@/components/Dialog/Dialog";
import { inputClass } from "@/components/Field/Field";
import { holdsText } from "@/lib/fold";
import { t } from "@/messages";
import { colleaguesAtom, identityAtom, useAtomValue, useRecord } from "@/store";
import { type ConversationRecord, object } from "../objects";
import { words } from "./messages";
import { assign } from "./work";

interface ChoiceProps {
  name: string;
  note: string;
  face: ReactNode;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ name, note, face, isChosen, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={`flex h-10 w-full items-center gap-2.5 rounded px-2 text-left hover:bg-n3 focus-visible:-outline-offset-2 ${
          isChosen ? "bg-accent-soft" : ""
        }`}
      >
        {face}
        <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
        <span className="text-meta text-n11">{note}</span>
      </button>
    </li>
  );
}

/** Assigns conversations to a colleague, or to nobody. */
export function AssignSheet({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const me = useAtomValue(identityAtom)?.userId;
  const all = useAtomValue(colleaguesAtom) ?? [];
  const [wanted, setWanted] = useState("");
  const only = useRecord<ConversationRecord>(object, ids.length === 1 ? (ids[0] ?? "") : "");
  const now = only?.assigned_user?.id;
  const found = all
    .filter(({ name }) => holdsText(name, wanted))
    .toSorted((left, right) => Number(right.id === me) - Number(left.id === me));
  const choose = (to: { id: string; name: string } | undefined) => {
    onClose();
    void assign(ids, to);
  };
  return (
    <Dialog
      title={words.assignTitle(ids.length)}
      onClose={onClose}
      isPassing
      onSubmit={() => (wanted !== "" && found[0] ? choose(found[0]) : undefined)}
    >
      <div className="flex flex-col gap-3">
        <input
          type="search"
          aria-label={words.findPerson}
          placeholder={words.findPerson}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className={inputClass}
        />
        <ul className="h-72 overflow-y-auto" aria-label={words.assignTitle(ids.length)}>
          {wanted === "" ? (
            <Choice
              name={words.nobody}
              note={words.nobodyHint}
              face={<UserX aria-hidden className="mx-1 size-4 text-n11" />}
              isChosen={only !== undefined && !now}
              onChoose={() => choose(undefined)}
            />
          ) : null}
          {found.map(({ id, name, status }) => (
            <Choice
              key={id}
              name={name}
              note={id === me ? words.you : t.frame.statuses[status]}
              face={<Avatar name={name} size="small" presence={status} />}
              isChosen={id === now}
              onChoose={() => choose({ id, name })}
            />
          ))}
          {found.length === 0 ? <li className="px-2 py-2 text-n11">{words.noPerson}</li> : null}
        </ul>
      </div>
    </Dialog>
  );
}
