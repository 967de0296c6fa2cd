import { Phone } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { t } from "@/messages";
import { words } from "./messages";
import { useCalling } from "./useCalling";

/** Asks for a number and calls it. */
export function Dialer({ typed = "", onClose }: { typed?: string; onClose: () => void }) {
  const [number, setNumber] = useState(typed);
  const { call, isBusy, busyWith, problem, forget } = useCalling(onClose);
  const inputId = useId();

  // The numbering plans of all countries are large, and the row of calls stands on every page.
  const submit = () => call(import("./dialled").then(({ dialled }) => dialled(number)));

  return (
    <Dialog
      title={words.newCall}
      onClose={onClose}
      onSubmit={submit}
      className="max-w-sm"
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button
            type="submit"
            tone="primary"
            icon={<Phone className="size-4" />}
            disabled={busyWith !== undefined}
            isBusy={isBusy}
          >
            {words.call}
          </Button>
        </>
      }
    >
      <Field label={words.number} htmlFor={inputId} hint={words.numberHint} error={problem}>
        <input
          id={inputId}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={number}
          onChange={(event) => {
            setNumber(event.target.value);
            forget();
          }}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? errorId(inputId) : undefined}
          className={inputClass}
        />
      </Field>
    </Dialog>
  );
}
