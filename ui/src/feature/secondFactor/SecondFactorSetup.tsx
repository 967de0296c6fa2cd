import { Copy } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { ApiError, detailOf, type FactorSetup } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { cn } from "@/lib/cn";
import { beginSetup, confirmSetup } from "./api";
import { words } from "./messages";
import { RecoveryCodes } from "./RecoveryCodes";

/** A key in groups of four, as people type it. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");

interface SetupProps {
  /** The second factor is on, and the person has seen the recovery codes. */
  onDone: () => void;
  /** It is on from now. */
  onTurnedOn?: () => void;
}

/** Shows a new key, takes the first code, and shows the recovery codes. */
export function SecondFactorSetup({ onDone, onTurnedOn }: SetupProps) {
  const [setup, setSetup] = useState<FactorSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isBegun = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isBegun.current) {
      isBegun.current = true; // each key replaces the one before
      beginSetup().then(setSetup, (refusal: unknown) => setProblem(detailOf(refusal)));
    }
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    if (code.replaceAll(/\s/g, "").length !== 6) {
      setError(words.codeRequired);
      input.current?.focus();
      return;
    }
    setError(undefined);
    setBusy(true);
    try {
      const made = await confirmSetup(code);
      onTurnedOn?.();
      setCodes(made);
    } catch (refusal) {
      const said = refusal instanceof ApiError ? refusal.errors.code?.[0] : undefined;
      setError(said);
      setProblem(said ? undefined : detailOf(refusal));
      input.current?.select();
    }
    setBusy(false);
  };

  if (codes) {
    return <RecoveryCodes codes={codes} onDone={onDone} />;
  }
  if (!setup) {
    return problem ? (
      <Banner tone="danger">{problem}</Banner>
    ) : (
      <SkeletonRows count={4} label={words.loading} />
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="text-n11">{words.scan}</p>
      <img
        src={setup.qr}
        alt={words.picture}
        width={200}
        height={200}
        // White around the code in every theme: cameras need it.
        className="self-center rounded-lg border bg-white"
      />
      <Field label={words.typed} htmlFor={`${id}-key`}>
        <div className="flex items-center gap-1">
          <input
            id={`${id}-key`}
            readOnly
            value={grouped(setup.secret)}
            onFocus={(event) => event.target.select()}
            className={cn(inputClass, "bg-n2 font-mono text-[13px]")}
          />
          <IconButton
            label={words.copyKey}
            icon={<Copy className="size-4" />}
            onClick={() => {
              void navigator.clipboard.writeText(setup.secret).then(() => toast.success(words.copied));
            }}
          />
        </div>
      </Field>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      <Field label={words.code} htmlFor={id} error={error}>
        <input
          ref={input}
          id={id}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={error ? errorId(id) : undefined}
          className={cn(inputClass, "h-9 font-mono tracking-[0.25em]")}
        />
      </Field>
      <Button type="submit" tone="primary" isBusy={isBusy} className="h-9">
        {isBusy ? words.turningOn : words.turnOn}
      </Button>
    </form>
  );
}
