import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { type Asked, goOn, type Instance, type Membership, signIn } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { loadInstance } from "./bootstrap";
import { CodeStep } from "./CodeStep";
import { DemoUsers } from "./DemoUsers";
import { words } from "./messages";
import { OrganizationChoice } from "./OrganizationChoice";
import { PasswordInput } from "./PasswordInput";
import { sentence } from "./refusal";

function useInstance(): Instance | undefined {
  const [instance, setInstance] = useState<Instance>();
  useEffect(() => {
    loadInstance().then(setInstance, () => undefined);
  }, []);
  return instance;
}

const headings = {
  first: { title: words.title, lead: words.lead },
  code: { title: words.codeTitle, lead: words.codeLead },
  choice: { title: words.chooseTitle, lead: words.chooseLead },
};

interface LoginPageProps {
  onSignedIn: () => void;
  onForgot: () => void;
}

/** Asks for email and password; what is wrong is said in place. */
export function LoginPage({ onSignedIn, onForgot }: LoginPageProps) {
  const instance = useInstance();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isTouched, setTouched] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [choices, setChoices] = useState<Membership[]>();
  const [ticket, setTicket] = useState<string>();
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const emailId = useId();
  const passwordId = useId();
  const emailError = isTouched && email.trim() === "" ? words.emailRequired : undefined;
  const passwordError = isTouched && password === "" ? words.passwordRequired : undefined;

  const proceed = async (asking: Promise<Asked | undefined>) => {
    setProblem(undefined);
    setBusy(true);
    try {
      const asked = await asking;
      if (asked === undefined) {
        onSignedIn();
        return;
      }
      setTicket(asked.ticket);
      setChoices("memberships" in asked ? asked.memberships : undefined);
    } catch (error) {
      setProblem(sentence(error));
      passwordRef.current?.select();
    }
    setBusy(false);
  };
  const enter = (organization?: string, as = { email: email.trim(), password }) =>
    proceed(signIn(as.email, as.password, organization));
  const choose = (organization: string) =>
    ticket === undefined ? enter(organization) : proceed(goOn({ ticket, organization }));
  const again = () => {
    setTicket(undefined);
    setChoices(undefined);
    setProblem(undefined);
    setPassword("");
  };
  const isAskedForCode = ticket !== undefined && choices === undefined;
  const isFirst = ticket === undefined && choices === undefined;
  const heading = choices ? headings.choice : isAskedForCode ? headings.code : headings.first;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    setProblem(undefined);
    if (email.trim() === "" || password === "") {
      (email.trim() === "" ? emailRef : passwordRef).current?.focus();
      return;
    }
    void enter();
  };

  return (
    <main className="flex h-full flex-col items-center overflow-y-auto bg-n2 px-4 py-10">
      <div className="my-auto w-full max-w-90">
        <div className="mb-7 flex flex-col items-center text-center">
          <img src="/mark.svg" alt="" className="mb-5 size-11" />
          <h1 className="font-semibold text-xl tracking-tight">{heading.title}</h1>
          <p className="mt-1 text-n11">{heading.lead}</p>
        </div>
        {choices ? (
          <>
            {problem ? (
              <Banner tone="danger" className="mb-4">
                {problem}
              </Banner>
            ) : null}
            <OrganizationChoice
              memberships={choices}
              isBusy={isBusy}
              onChoose={(organization) => void choose(organization)}
              onBack={again}
            />
          </>
        ) : null}
        {isAskedForCode ? (
          <CodeStep
            isBusy={isBusy}
            problem={problem}
            onCode={(code, trust) => void proceed(goOn({ ticket, code, trust }))}
            onBack={again}
          />
        ) : null}
        <form
          hidden={!isFirst}
          noValidate
          onSubmit={submit}
          className="flex flex-col gap-4 rounded-xl border bg-surface p-6 shadow-small [&[hidden]]:hidden"
        >
          {isFirst && problem ? <Banner tone="danger">{problem}</Banner> : null}
          <Field label={words.email} htmlFor={emailId} error={emailError}>
            <input
              ref={emailRef}
              id={emailId}
              name="username"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              // biome-ignore lint/a11y/noAutofocus: the page has one purpose, and this is its first field
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              aria-invalid={emailError !== undefined}
              aria-describedby={emailError ? errorId(emailId) : undefined}
              className={cn(inputClass, "h-9")}
            />
          </Field>
          <Field label={words.password} htmlFor={passwordId} error={passwordError}>
            <PasswordInput
              ref={passwordRef}
              id={passwordId}
              value={password}
              onValue={setPassword}
              isInvalid={passwordError !== undefined}
            />
          </Field>
          <Button type="submit" tone="primary" isBusy={isBusy} className="mt-1 h-9">
            {isBusy ? words.signingIn : words.signIn}
          </Button>
        </form>
        {isFirst ? (
          <Button tone="ghost" onClick={onForgot} className="mt-3 w-full">
            {words.forgot}
          </Button>
        ) : null}
        {instance?.demo && isFirst ? (
          <DemoUsers
            isKnown={instance.demo_password !== ""}
            isBusy={isBusy}
            onChoose={(chosen) => {
              setEmail(chosen);
              setPassword(instance.demo_password);
              setProblem(undefined);
              if (instance.demo_password === "") {
                passwordRef.current?.focus();
              } else {
                void enter(undefined, { email: chosen, password: instance.demo_password });
              }
            }}
          />
        ) : null}
      </div>
    </main>
  );
}
