import { useId, useState } from "react";
import { detailOf } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { t } from "@/messages";
import { colleaguesAtom, identityAtom, useAtomValue } from "@/store";
import { createChat } from "./actions";
import { words } from "./messages";
import type { ChatRecord } from "./objects";

interface NewChatDialogProps {
  onClose: () => void;
  onCreated: (chat: ChatRecord) => void;
}

/** Names a chat and chooses its members; I am one of them. */
export function NewChatDialog({ onClose, onCreated }: NewChatDialogProps) {
  const me = useAtomValue(identityAtom)?.userId;
  const colleagues = (useAtomValue(colleaguesAtom) ?? []).filter((colleague) => colleague.id !== me);
  const [name, setName] = useState("");
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set());
  const [isPrivate, setPrivate] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const nameId = useId();
  const nameError = isTouched && name.trim() === "" ? words.nameRequired : undefined;
  const membersError = isTouched && members.size === 0 ? words.membersRequired : undefined;

  const toggle = (id: string) => {
    const next = new Set(members);
    if (!next.delete(id)) {
      next.add(id);
    }
    setMembers(next);
  };

  const submit = async () => {
    setTouched(true);
    if (name.trim() === "" || members.size === 0) {
      return;
    }
    setBusy(true);
    try {
      onCreated(await createChat(name.trim(), [...(me === undefined ? [] : [me]), ...members], isPrivate));
    } catch (error) {
      setProblem(detailOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={words.newChat}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {words.create}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <Field label={words.name} htmlFor={nameId} error={nameError} isRequired>
          <input
            id={nameId}
            maxLength={120}
            value={name}
            placeholder={words.namePlaceholder}
            onChange={(event) => setName(event.target.value)}
            aria-invalid={nameError !== undefined}
            aria-describedby={nameError ? errorId(nameId) : undefined}
            className={inputClass}
          />
        </Field>
        <fieldset className="min-w-0">
          <legend className="mb-1 font-medium text-meta text-n11">{words.members}</legend>
          <ul className="max-h-56 overflow-y-auto rounded border">
            {colleagues.map((colleague) => (
              <li key={colleague.id} className="border-t first:border-t-0">
                <label className="flex h-10 cursor-pointer items-center gap-2.5 px-3 hover:bg-n3">
                  <input
                    type="checkbox"
                    checked={members.has(colleague.id)}
                    onChange={() => toggle(colleague.id)}
                    className="size-4 accent-accent"
                  />
                  <Avatar name={colleague.name} size="small" presence={colleague.status} />
                  <span className="flex-1 truncate">{colleague.name}</span>
                  <span className="text-meta text-n11">{t.frame.statuses[colleague.status]}</span>
                </label>
              </li>
            ))}
          </ul>
          {membersError ? (
            <p role="alert" className="mt-1 text-danger text-meta">
              {membersError}
            </p>
          ) : null}
        </fieldset>
        <label className="flex cursor-pointer items-start gap-2.5">
          <input
            type="checkbox"
            checked={isPrivate}
            onChange={() => setPrivate(!isPrivate)}
            className="mt-0.5 size-4 accent-accent"
          />
          <span>
            {words.private}
            <span className="block text-meta text-n11">{words.privateHint}</span>
          </span>
        </label>
      </div>
    </Dialog>
  );
}
