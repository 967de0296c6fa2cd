import { Phone } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { DoNotCall } from "@/components/DoNotCall/DoNotCall";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { t } from "@/messages";
import { useStanding } from "@/realtime";
import { words } from "./messages";
import { useCalling } from "./useCalling";
import { useDialled } from "./useDialled";

/** Asks for a number and calls it. */
export function Dialer({ typed = "", onClose }: { typed?: string; onClose: () => void }) {
  const [number, setNumber] = useState(typed);
  const { call, isBusy, busyWith, problem, forget } = useCalling(onClose);
  const inputId = useId();
  const { isBarred } = useStanding(useDialled(number));

  const submit = () =>
    isBarred ? undefined : call(import("./dialled").then(({ dialled }) => dialled(number)));

  return (
    <Dialog
      title={words.newCall}
      onClose={onClose}
      onSubmit={submit}
      className="max-w-sm"
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          {isBarred ? (
            <span role="status" className="inline-flex h-8 items-center px-3">
              <DoNotCall />
            </span>
          ) : (
            <Button
              type="submit"
              tone="primary"
              icon={<Phone className="size-4" />}
              disabled={busyWith !== undefined}
              isBusy={isBusy}
            >
              {words.call}
            </Button>
          )}
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
