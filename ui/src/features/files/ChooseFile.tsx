import { useId, useState } from "react";
import { detailOf, type Reference } from "@/api";
import { Button } from "@/components/Button/Button";
import { Field, inputClass } from "@/components/Field/Field";
import { toast } from "@/components/Toaster/toasts";
import { RecordSearch } from "@/fields/lookup/RecordSearch";
import { words } from "./messages";
import { fileObject } from "./objects";
import { readMetadata } from "./reading";
import { type About, relate } from "./uploads";

interface ChooseFileProps {
  about: About;
  onAdded: () => void;
  /** Leads back to what is on this computer, for those who may upload. */
  onBack: (() => void) | undefined;
}

/** Attaches a file that is stored already. */
export function ChooseFile({ about, onAdded, onBack }: ChooseFileProps) {
  const id = useId();
  const nameId = useId();
  const [chosen, setChosen] = useState<Reference>();
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    if (!chosen) {
      toast.error(words.noFile);
      return;
    }
    setBusy(true);
    try {
      const file = await readMetadata(chosen.id);
      await relate(about, { file, name, link: file.link ?? undefined });
      toast.success(words.created);
      onAdded();
    } catch (error) {
      toast.error(words.createError(detailOf(error)));
      setBusy(false);
    }
  };
  return (
    <form
      className="flex flex-col gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field label={words.chooseExisting} htmlFor={id}>
        <div className="relative">
          <RecordSearch
            id={id}
            object={fileObject}
            chosen={chosen ? (chosen.name ?? "") : ""}
            onChoose={(reference) => {
              setChosen(reference);
              setName(reference.name ?? "");
            }}
            onErase={() => setChosen(undefined)}
            onBlur={() => undefined}
            isInvalid={false}
            describedBy={undefined}
            className={inputClass}
          />
        </div>
      </Field>
      {chosen ? (
        <Field label={words.name} htmlFor={nameId}>
          <input
            id={nameId}
            type="text"
            autoComplete="off"
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.target.value)}
            className={inputClass}
          />
        </Field>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {onBack ? (
          <Button size="small" tone="ghost" className="-ml-2" onClick={onBack}>
            {words.chooseNew}
          </Button>
        ) : (
          <span />
        )}
        <Button size="small" tone="primary" type="submit" isBusy={isBusy}>
          {words.relate}
        </Button>
      </div>
    </form>
  );
}
