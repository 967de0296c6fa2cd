import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { isolate } from "@/lib/isolate";
import { t } from "@/messages";
import type { Person } from "../mentions";
import { words } from "./messages";

interface AskToAddProps {
  people: readonly Person[];
  /** Nobody can join a direct message. */
  isDirect: boolean;
  onAdd: () => Promise<void>;
  onSend: () => void;
  onClose: () => void;
}

/** Asks before a message mentions people who can't read the chat. */
export function AskToAdd({ people, isDirect, onAdd, onSend, onClose }: AskToAddProps) {
  const [isBusy, setBusy] = useState(false);
  const names = people.map(({ name }) => isolate(name)).join(", ");
  const add = async () => {
    setBusy(true);
    await onAdd();
    setBusy(false);
  };
  return (
    <Dialog
      role="alertdialog"
      title={words.askTitle(people.length)}
      onClose={onClose}
      className="max-w-md"
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button onClick={onSend}>{words.sendAnyway}</Button>
          {isDirect ? null : (
            <Button tone="primary" isBusy={isBusy} onClick={() => void add()}>
              {words.addAndSend}
            </Button>
          )}
        </>
      }
    >
      <p className="text-n11">{isDirect ? words.askDirect(names) : words.ask(names, people.length > 1)}</p>
    </Dialog>
  );
}
