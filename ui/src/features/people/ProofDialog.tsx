import { useId, useState } from "react";
import { ApiError, detailOf } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { toast } from "@/components/Toaster/toasts";
import { renewCodes, turnOff } from "@/feature/secondFactor/api";
import { cn } from "@/lib/cn";
import { words } from "./messages";

/** The authenticator shows six digits; passwords are longer. */
const isCode = (typed: string) => /^\d{3}\s?\d{3}$/.test(typed.trim());

interface ProofDialogProps {
  kind: "renew" | "off";
  onClose: () => void;
  /** With the new recovery codes, where some were asked for. */
  onDone: (codes: readonly string[] | undefined) => void;
}

/** Asks for the password or a code before the second factor changes. */
export function ProofDialog({ kind, onClose, onDone }: ProofDialogProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const submit = async () => {
    setProblem(undefined);
    if (typed === "") {
      setError(words.proofRequired);
      document.getElementById(id)?.focus();
      return;
    }
    setError(undefined);
    setBusy(true);
    const proof = isCode(typed) ? { code: typed } : { password: typed };
    try {
      if (kind === "renew") {
        onDone(await renewCodes(proof));
      } else {
        await turnOff(proof);
        toast.success(words.turnedOff);
        onDone(undefined);
      }
    } catch (refusal) {
      const said =
        refusal instanceof ApiError ? (refusal.errors.password ?? refusal.errors.code)?.[0] : undefined;
      setError(said);
      setProblem(said ? undefined : detailOf(refusal));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={kind === "renew" ? words.newCodes : words.turnOffTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      isPassing
      className="max-w-sm"
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" tone={kind === "renew" ? "primary" : "danger"} isBusy={isBusy}>
            {kind === "renew" ? words.makeCodes : words.turnOff}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-n11">{kind === "renew" ? words.newCodesText : words.turnOffText}</p>
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <Field label={words.proof} htmlFor={id} error={error}>
          <input
            id={id}
            name="password"
            type="password"
            autoComplete="current-password"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-invalid={error !== undefined}
            aria-describedby={error ? errorId(id) : undefined}
            className={cn(inputClass, "h-9")}
          />
        </Field>
      </div>
    </Dialog>
  );
}
