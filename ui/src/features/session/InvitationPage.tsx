import { MailX } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { fetchMe, freshToken, type Offer, signIn, switchOrganization } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { cn } from "@/lib/cn";
import { listedTime, parseTime } from "@/lib/time";
import { acceptInvitation, acceptSignedIn, lookAtInvitation } from "./invitationApi";
import { invitations } from "./invitations";
import { words } from "./messages";
import { PasswordInput } from "./PasswordInput";
import { sentence } from "./refusal";

const least = 8;

/** The invited person where this browser is signed in as that one already. */
async function whoIsHere(offer: Offer): Promise<string | undefined> {
  if (!offer.known) {
    return undefined;
  }
  try {
    await freshToken();
    const { user } = await fetchMe();
    return user.email?.toLowerCase() === offer.email ? (user.name ?? offer.email) : undefined;
  } catch {
    return undefined;
  }
}

interface State {
  offer?: Offer;
  here?: string | undefined;
  problem?: string;
}

function useOffer(token: string): State {
  const [state, setState] = useState<State>({});
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const offer = await lookAtInvitation(token);
      return { offer, here: await whoIsHere(offer) };
    };
    const started = token === "" ? Promise.resolve<State>({ problem: invitations.noToken }) : load();
    started
      .catch((error: unknown): State => ({ problem: sentence(error) }))
      .then((next) => isGone || setState(next));
    return () => {
      isGone = true;
    };
  }, [token]);
  return state;
}

interface Faults {
  name?: string;
  password?: string;
}

/** What is wrong with an answer: who has an account gives its password, others choose a name and one. */
function faultsOf(isKnown: boolean, name: string, password: string): Faults {
  if (isKnown) {
    return password === "" ? { password: words.passwordRequired } : {};
  }
  return {
    ...(name.trim() === "" ? { name: invitations.nameRequired } : {}),
    ...(password.length < least ? { password: invitations.passwordShort } : {}),
  };
}

function Card({ offer, here, token }: { offer: Offer; here: string | undefined; token: string }) {
  const [name, setName] = useState(offer.name);
  const [password, setPassword] = useState("");
  const [isTouched, setTouched] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const nameId = useId();
  const passwordId = useId();
  const faults = here === undefined ? faultsOf(offer.known, name, password) : {};
  const nameError = isTouched ? faults.name : undefined;
  const passwordError = isTouched ? faults.password : undefined;

  const accept = async () => {
    if (here === undefined) {
      await acceptInvitation(token, offer.known ? { password } : { name: name.trim(), password });
      await signIn(offer.email, password, offer.organization.id);
    } else {
      await acceptSignedIn(token);
      await switchOrganization(offer.organization.id);
    }
    location.replace("/");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    setProblem(undefined);
    if (faults.name !== undefined || faults.password !== undefined) {
      return;
    }
    setBusy(true);
    accept().catch((error: unknown) => {
      setProblem(sentence(error));
      setBusy(false);
    });
  };
  const ends = parseTime(offer.expires_date);

  return (
    <>
      <form
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-4 rounded-xl border bg-surface p-6 shadow-small"
      >
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <p className="text-n11">
          {here === undefined
            ? offer.known
              ? invitations.knownAccount
              : invitations.newAccount
            : invitations.asSignedIn(here)}
        </p>
        {/* A field, not a line of text, so that password managers keep the address with the password. */}
        <Field label={invitations.email} htmlFor={`${nameId}-email`}>
          <input
            id={`${nameId}-email`}
            name="username"
            type="email"
            autoComplete="username"
            readOnly
            value={offer.email}
            className={cn(inputClass, "h-9 bg-n3")}
          />
        </Field>
        {offer.known ? null : (
          <Field label={invitations.name} htmlFor={nameId} error={nameError}>
            <input
              id={nameId}
              name="name"
              autoComplete="name"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
              aria-invalid={nameError !== undefined}
              aria-describedby={nameError ? errorId(nameId) : undefined}
              className={cn(inputClass, "h-9")}
            />
          </Field>
        )}
        {here === undefined ? (
          <Field
            label={offer.known ? words.password : invitations.choosePassword}
            htmlFor={passwordId}
            hint={offer.known ? undefined : invitations.passwordHint}
            error={passwordError}
          >
            <PasswordInput
              id={passwordId}
              isNew={!offer.known}
              value={password}
              onValue={setPassword}
              isInvalid={passwordError !== undefined}
            />
          </Field>
        ) : null}
        <Button type="submit" tone="primary" isBusy={isBusy} className="mt-1 h-9">
          {isBusy ? invitations.accepting : invitations.accept}
        </Button>
      </form>
      {ends ? (
        <p className="mt-4 text-center text-meta text-n11">{invitations.ends(listedTime(ends))}</p>
      ) : null}
    </>
  );
}

/** Where a letter's link leads: who invites to what, and what it takes to accept. */
export function InvitationPage({ token }: { token: string }) {
  const { offer, here, problem } = useOffer(token);
  if (problem !== undefined) {
    return (
      <main className="h-full bg-n2">
        <PageState
          role="alert"
          icon={<MailX />}
          title={invitations.brokenTitle}
          text={problem}
          action={
            <>
              <Button onClick={() => location.reload()}>{invitations.retry}</Button>
              <Button tone="primary" onClick={() => location.replace("/login")}>
                {invitations.toSignIn}
              </Button>
            </>
          }
        />
      </main>
    );
  }
  return (
    <main className="flex h-full flex-col items-center overflow-y-auto bg-n2 px-4 py-10">
      <div className="my-auto w-full max-w-90">
        <div className="mb-7 flex flex-col items-center text-center">
          <img src="/mark.svg" alt="" className="mb-5 size-11" />
          {offer ? (
            <>
              <h1 className="font-semibold text-xl tracking-tight">
                {invitations.title(offer.organization.name)}
              </h1>
              <p className="mt-1 text-n11">{invitations.lead(offer.inviter || invitations.somebody)}</p>
            </>
          ) : (
            <div role="status" aria-label={invitations.loading} className="flex flex-col items-center gap-3">
              <Skeleton className="h-5 w-56" />
              <Skeleton className="h-3.5 w-72" />
            </div>
          )}
        </div>
        {offer ? (
          <Card offer={offer} here={here} token={token} />
        ) : (
          <Skeleton className="h-72 w-full rounded-xl" />
        )}
      </div>
    </main>
  );
}
