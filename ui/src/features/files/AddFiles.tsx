import { CircleCheck, FileText, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Field, inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { ChooseFile } from "./ChooseFile";
import { DropArea } from "./DropArea";
import type { Viewed } from "./FilesCard";
import { words } from "./messages";
import { shortName } from "./objects";
import type { About, Pending } from "./uploads";
import type { Attached, useUploads } from "./useUploads";

interface PendingLineProps {
  pending: Pending;
  onDrop: () => void;
}

function PendingLine({ pending, onDrop }: PendingLineProps) {
  const { file, state, part, isInterrupted, error } = pending;
  const isSending = state === "sending";
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded border px-2 py-1.5">
      <span className="flex min-w-0 items-center gap-1.5">
        <FileText aria-hidden className="size-4 shrink-0 text-n10" />
        <span dir="auto" className="min-w-0 flex-1 truncate" data-tip={file.name}>
          {shortName(file.name)}
        </span>
        <span className="shrink-0 text-meta text-n11 tabular-nums">
          {isSending ? `${Math.round(part * 100)} %` : words.size(file.size)}
        </span>
        <IconButton
          label={isSending ? words.cancelOf(file.name) : words.remove(file.name)}
          icon={<X className="size-3.5" />}
          className="-mr-1 size-6"
          onClick={onDrop}
        />
      </span>
      {isSending ? (
        <progress
          aria-label={words.uploadingOf(file.name)}
          value={part}
          max={1}
          className="h-1 w-full appearance-none overflow-hidden rounded-full bg-n4 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-n4 [&::-webkit-progress-value]:bg-accent"
        />
      ) : null}
      {isSending && isInterrupted ? (
        <span role="status" className="text-meta text-warning">
          {words.interrupted}
        </span>
      ) : null}
      {error && !isSending ? (
        <span role="alert" className="text-danger text-meta">
          {error}
        </span>
      ) : null}
    </li>
  );
}

function Done({ done, onView }: { done: readonly Attached[]; onView: (file: Viewed) => void }) {
  return (
    <div role="status" className="flex min-w-0 gap-2 rounded bg-success-soft px-2.5 py-2">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
      <div className="flex min-w-0 flex-col items-start">
        {done.map((one) => (
          <button
            key={one.id}
            type="button"
            dir="auto"
            onClick={() => onView(one)}
            className="max-w-full truncate font-medium text-accent-text hover:underline"
          >
            {shortName(one.name)}
          </button>
        ))}
        <span>{words.uploaded}</span>
      </div>
    </div>
  );
}

interface AddFilesProps {
  about: About;
  uploads: ReturnType<typeof useUploads>;
  mayUpload: boolean;
  onView: (file: Viewed) => void;
  onAdded: () => void;
}

/** Files from this computer, or one that is stored already, are attached to a record. */
export function AddFiles({ about, uploads, mayUpload, onView, onAdded }: AddFilesProps) {
  const { pending, done, isSending, add, drop, rename, sendAll } = uploads;
  const [isChoosing, setChoosing] = useState(!mayUpload);
  const nameId = useId();
  const only = pending.length === 1 ? pending[0] : undefined;
  if (isChoosing) {
    return (
      <ChooseFile about={about} onAdded={onAdded} onBack={mayUpload ? () => setChoosing(false) : undefined} />
    );
  }
  return (
    <form
      className="flex flex-col gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        void sendAll();
      }}
    >
      {done.length > 0 && pending.length === 0 ? <Done done={done} onView={onView} /> : null}
      {isSending ? null : <DropArea onFiles={add} />}
      {pending.length > 0 ? (
        <ul className="flex max-h-[300px] flex-col gap-1.5 overflow-y-auto">
          {pending.map((one) => (
            <PendingLine key={one.key} pending={one} onDrop={() => drop(one.key)} />
          ))}
        </ul>
      ) : null}
      {only && !isSending ? (
        <Field label={words.name} htmlFor={nameId}>
          <input
            id={nameId}
            type="text"
            autoComplete="off"
            maxLength={255}
            value={only.name}
            onChange={(event) => rename(only.key, event.target.value)}
            className={inputClass}
          />
        </Field>
      ) : null}
      {isSending ? (
        <p role="status" className="text-n11">
          {words.uploading}
        </p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button size="small" tone="ghost" className="-ml-2" onClick={() => setChoosing(true)}>
            {words.chooseExisting}
          </Button>
          {pending.length > 0 ? (
            <Button size="small" tone="primary" type="submit">
              {pending.some(({ state }) => state === "failed") ? words.retry : words.upload(pending.length)}
            </Button>
          ) : null}
        </div>
      )}
    </form>
  );
}
