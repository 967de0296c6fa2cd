import { Users } from "lucide-react";
import { useState } from "react";
import { detailOf } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { inputClass } from "@/components/Field/Field";
import { holdsText } from "@/lib/fold";
import { t } from "@/messages";
import { colleaguesAtom, identityAtom, useAtomValue } from "@/store";
import { openDirect } from "./actions";
import { words } from "./messages";
import type { ChatRecord } from "./objects";

interface NewMessageDialogProps {
  onClose: () => void;
  onOpened: (chat: ChatRecord) => void;
  onGroup: () => void;
}

const away = ["offline", "unknown"];

/** Opens a direct message by a click on a colleague; more than one are a chat with a name. */
export function NewMessageDialog({ onClose, onOpened, onGroup }: NewMessageDialogProps) {
  const me = useAtomValue(identityAtom)?.userId;
  const all = useAtomValue(colleaguesAtom) ?? [];
  const [wanted, setWanted] = useState("");
  const [problem, setProblem] = useState<string>();
  const found = all
    .filter(({ id, name }) => id !== me && holdsText(name, wanted))
    .sort((left, right) => Number(away.includes(left.status)) - Number(away.includes(right.status)));
  const [first] = found;

  const open = async (user: string) => {
    try {
      onOpened(await openDirect(user));
    } catch (error) {
      setProblem(detailOf(error));
    }
  };

  return (
    <Dialog
      title={words.newMessage}
      onClose={onClose}
      isPassing
      onSubmit={() => first && open(first.id)}
      footer={
        <Button onClick={onGroup}>
          <Users aria-hidden className="size-4" />
          {words.newGroup}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <input
          aria-label={words.findColleague}
          placeholder={words.findColleague}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className={inputClass}
        />
        {first ? null : <p className="py-2 text-n11">{words.noColleague}</p>}
        <ul className="max-h-72 overflow-y-auto">
          {found.map((colleague) => (
            <li key={colleague.id}>
              <button
                type="button"
                onClick={() => void open(colleague.id)}
                className="flex h-10 w-full items-center gap-2.5 rounded px-2 text-left hover:bg-n3 focus-visible:-outline-offset-2"
              >
                <Avatar name={colleague.name} size="small" presence={colleague.status} />
                <bdi className="flex-1 truncate">{colleague.name}</bdi>
                <span className="text-meta text-n11">{t.frame.statuses[colleague.status]}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
