import { type FormEvent, useId, useRef, useState } from "react";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { words } from "./messages";

interface CodeStepProps {
  isBusy: boolean;
  problem: string | undefined;
  onCode: (code: string, isTrusted: boolean) => void;
  onBack: () => void;
}

/** The second step of a sign-in: a code of the authenticator, or a recovery code. */
export function CodeStep({ isBusy, problem, onCode, onBack }: CodeStepProps) {
  const [code, setCode] = useState("");
  const [isRecovery, setRecovery] = useState(false);
  const [isTrusted, setTrusted] = useState(false);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = code.trim() === "" ? words.codeRequired : undefined;
    setError(missing);
    if (missing) {
      input.current?.focus();
    } else {
      onCode(code, isTrusted);
      input.current?.select();
    }
  };

  return (
    <>
      <form
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-4 rounded-xl border bg-surface p-6 shadow-small"
      >
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <Field
          label={isRecovery ? words.recoveryCode : words.code}
          htmlFor={id}
          error={error}
          hint={isRecovery ? words.recoveryHint : undefined}
        >
          <input
            key={String(isRecovery)}
            ref={input}
            id={id}
            name="code"
            type="text"
            inputMode={isRecovery ? "text" : "numeric"}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the step has one purpose, and this is its field
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
            aria-invalid={error !== undefined}
            aria-describedby={error ? errorId(id) : undefined}
            className={cn(inputClass, "h-9 font-mono", !isRecovery && "tracking-[0.25em]")}
          />
        </Field>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isTrusted}
            onChange={(event) => setTrusted(event.target.checked)}
          />
          {words.trust}
        </label>
        <Button type="submit" tone="primary" isBusy={isBusy} className="mt-1 h-9">
          {isBusy ? words.signingIn : words.signIn}
        </Button>
      </form>
      <Button
        tone="ghost"
        className="mt-3 w-full"
        onClick={() => {
          setRecovery(!isRecovery);
          setCode("");
          setError(undefined);
        }}
      >
        {isRecovery ? words.useCode : words.useRecovery}
      </Button>
      <Button tone="ghost" onClick={onBack} className="mt-1 w-full">
        {words.otherAccount}
      </Button>
    </>
  );
}
