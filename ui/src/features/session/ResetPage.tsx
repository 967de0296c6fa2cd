import { MailX } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { type Reset, signIn } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Field, inputClass } from "@/components/Field/Field";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { cn } from "@/lib/cn";
import { listedTime, parseTime } from "@/lib/time";
import { accountWords } from "./accountMessages";
import { card, FrontPage } from "./FrontPage";
import { invitations } from "./invitations";
import { PasswordInput } from "./PasswordInput";
import { sentence } from "./refusal";
import { lookAtReset, resetPassword } from "./resetApi";
import { resets } from "./resets";

const least = 8;

interface State {
  offer?: Reset;
  problem?: string;
}

function useOffer(token: string): State {
  const [state, setState] = useState<State>({});
  useEffect(() => {
    let isGone = false;
    const looked: Promise<State> =
      token === ""
        ? Promise.resolve({ problem: resets.noToken })
        : lookAtReset(token).then((offer) => ({ offer }));
    looked
      .catch((error: unknown): State => ({ problem: sentence(error) }))
      .then((next) => isGone || setState(next));
    return () => {
      isGone = true;
    };
  }, [token]);
  return state;
}

interface CardProps {
  offer: Reset;
  token: string;
  onSaved: () => void;
}

function Card({ offer, token, onSaved }: CardProps) {
  const [next, setNext] = useState("");
  const [confirmed, setConfirmed] = useState("");
  const [isTouched, setTouched] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const nextError =
    isTouched && new TextEncoder().encode(next).length < least ? accountWords.newTooShort : undefined;
  const confirmedError = isTouched && confirmed !== next ? accountWords.confirmDiffers : undefined;

  const save = async () => {
    await resetPassword(token, next);
    const several = await signIn(offer.email, next).catch(() => []);
    if (several === undefined) {
      location.replace("/");
    } else {
      onSaved(); // there are several organizations to choose from, or something was in the way
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    setProblem(undefined);
    const isShort = new TextEncoder().encode(next).length < least;
    if (isShort || confirmed !== next) {
      document.getElementById(`${id}-${isShort ? "next" : "confirmed"}`)?.focus();
      return;
    }
    setBusy(true);
    save().catch((error: unknown) => {
      setProblem(sentence(error));
      setBusy(false);
    });
  };
  const ends = parseTime(offer.expires_date);

  return (
    <>
      <form noValidate onSubmit={submit} className={card}>
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        {/* A field, not a line of text, so that password managers keep the address with the password. */}
        <Field label={resets.email} htmlFor={`${id}-email`}>
          <input
            id={`${id}-email`}
            name="username"
            type="email"
            autoComplete="username"
            readOnly
            value={offer.email}
            className={cn(inputClass, "h-9 bg-n3")}
          />
        </Field>
        <Field
          label={accountWords.newPassword}
          htmlFor={`${id}-next`}
          hint={accountWords.newHint}
          error={nextError}
        >
          <PasswordInput
            id={`${id}-next`}
            isNew
            value={next}
            onValue={setNext}
            isInvalid={nextError !== undefined}
          />
        </Field>
        <Field label={accountWords.confirmPassword} htmlFor={`${id}-confirmed`} error={confirmedError}>
          <PasswordInput
            id={`${id}-confirmed`}
            isNew
            value={confirmed}
            onValue={setConfirmed}
            isInvalid={confirmedError !== undefined}
          />
        </Field>
        <Button type="submit" tone="primary" isBusy={isBusy} className="mt-1 h-9">
          {isBusy ? resets.saving : resets.save}
        </Button>
      </form>
      {ends ? (
        <p className="mt-4 text-center text-meta text-n11">{invitations.ends(listedTime(ends))}</p>
      ) : null}
    </>
  );
}

interface ResetPageProps {
  token: string;
  onSignIn: () => void;
  onAskAgain: () => void;
}

/** Where the link of a letter leads: whoever has it chooses a new password. */
export function ResetPage({ token, onSignIn, onAskAgain }: ResetPageProps) {
  const { offer, problem } = useOffer(token);
  const [isSaved, setSaved] = useState(false);
  if (problem !== undefined) {
    return (
      <main className="h-full bg-n2">
        <PageState
          role="alert"
          icon={<MailX />}
          title={resets.brokenTitle}
          text={problem}
          action={
            <>
              <Button onClick={onSignIn}>{resets.toSignIn}</Button>
              <Button tone="primary" onClick={onAskAgain}>
                {resets.another}
              </Button>
            </>
          }
        />
      </main>
    );
  }
  if (isSaved) {
    return (
      <FrontPage title={resets.saved} lead={resets.savedLead}>
        <Button autoFocus tone="primary" onClick={onSignIn} className="h-9 w-full">
          {resets.toSignIn}
        </Button>
      </FrontPage>
    );
  }
  if (offer === undefined) {
    return (
      <FrontPage title={resets.title}>
        <div role="status" aria-label={resets.loading}>
          <Skeleton className="h-72 w-full rounded-xl" />
        </div>
      </FrontPage>
    );
  }
  return (
    <FrontPage title={resets.title} lead={resets.lead}>
      <Card offer={offer} token={token} onSaved={() => setSaved(true)} />
    </FrontPage>
  );
}
