import { Phone } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { t } from "@/messages";
import { words } from "./messages";
import { placeCall } from "./placeCall";
import { whyNot } from "./refusal";
import { useBusy } from "./useBusy";

/** Asks for a number and calls it. */
export function Dialer({ typed = "", onClose }: { typed?: string; onClose: () => void }) {
  const [number, setNumber] = useState(typed);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const busyWith = useBusy();
  // While the call is being placed, the one that has the line is this one.
  const shown = problem ?? (isBusy ? undefined : busyWith);
  const inputId = useId();

  const submit = async () => {
    setBusy(true);
    try {
      // The numbering plans of all countries are large, and the row of calls stands on every page.
      const { dialled } = await import("./dialled");
      const to = dialled(number);
      if (to === undefined) {
        setProblem(words.invalidNumber);
        setBusy(false);
        return;
      }
      await placeCall(to);
      onClose();
    } catch (error) {
      setProblem(whyNot(error));
      setBusy(false);
    }
  };

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
      <Field label={words.number} htmlFor={inputId} hint={words.numberHint} error={shown}>
        <input
          id={inputId}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={number}
          onChange={(event) => {
            setNumber(event.target.value);
            setProblem(undefined);
          }}
          aria-invalid={shown !== undefined}
          aria-describedby={shown ? errorId(inputId) : undefined}
          className={inputClass}
        />
      </Field>
    </Dialog>
  );
}
