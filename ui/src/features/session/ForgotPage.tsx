import { type FormEvent, useId, useRef, useState } from "react";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { card, FrontPage } from "./FrontPage";
import { sentence } from "./refusal";
import { askForReset } from "./resetApi";
import { resets } from "./resets";

/** Asks for the address to which a link for a new password is sent. */
export function ForgotPage({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const id = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    setProblem(undefined);
    setError(address === "" ? resets.emailRequired : undefined);
    if (address === "" || isBusy) {
      ref.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await askForReset(address);
      setSentTo(address);
    } catch (refused) {
      setProblem(sentence(refused));
      ref.current?.focus();
    }
    setBusy(false);
  };

  if (sentTo !== undefined) {
    return (
      <FrontPage title={resets.sentTitle}>
        <div role="status" className={card}>
          <p>{resets.sent(sentTo)}</p>
          <p className="text-n11">{resets.sentHint}</p>
        </div>
        <div className="mt-3 flex flex-col gap-1">
          <Button autoFocus onClick={onBack}>
            {resets.back}
          </Button>
          <Button tone="ghost" onClick={() => setSentTo(undefined)}>
            {resets.otherAddress}
          </Button>
        </div>
      </FrontPage>
    );
  }
  return (
    <FrontPage title={resets.askTitle} lead={resets.askLead}>
      <form noValidate onSubmit={(event) => void submit(event)} className={card}>
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <Field label={resets.email} htmlFor={id} error={error}>
          <input
            ref={ref}
            id={id}
            name="username"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the page has one purpose, and this is its only field
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            aria-invalid={error !== undefined}
            aria-describedby={error ? errorId(id) : undefined}
            className={cn(inputClass, "h-9")}
          />
        </Field>
        <Button type="submit" tone="primary" isBusy={isBusy} className="mt-1 h-9">
          {isBusy ? resets.sending : resets.send}
        </Button>
      </form>
      <Button tone="ghost" onClick={onBack} className="mt-3 w-full">
        {resets.back}
      </Button>
    </FrontPage>
  );
}
