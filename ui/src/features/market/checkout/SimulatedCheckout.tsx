import { useNavigate } from "@tanstack/react-router";
import { CreditCard, ShieldCheck } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { words } from "../messages";
import { money } from "../rules";
import { CardRefused, openSimulated, paySimulated, type SimulatedState } from "./simulated";

const empty = { number: "", expiry: "", cvc: "" };

/** The simulated provider's checkout. It ends as a real one does: at the address to return to. */
export function SimulatedCheckout({ secret, onDone }: { secret: string; onDone: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [state, setState] = useState<SimulatedState>();
  const [card, setCard] = useState(empty);
  const [problem, setProblem] = useState<CardRefused>();
  const [isBusy, setBusy] = useState(false);
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    openSimulated(secret).then(setState, () => setGone(true));
  }, [secret]);

  const pay = async (authenticated: boolean) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const next = await paySimulated(secret, { ...card, authenticated });
      if (next.status === "complete") {
        const to = new URL(next.return_url);
        onDone(); // the page stays: nothing else takes the checkout away
        await navigate({ href: to.pathname + to.search });
        return;
      }
      setState(next);
    } catch (error) {
      setProblem(error instanceof CardRefused ? error : new CardRefused(words.checkoutGone, ""));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pay(false);
  };

  if (isGone || state?.status === "expired") {
    return <PageState role="alert" icon={<CreditCard />} title={words.checkoutGone} />;
  }
  if (state === undefined) {
    return <SkeletonRows label={words.loading} />;
  }
  if (state.status === "requires_action") {
    return (
      <PageState
        icon={<ShieldCheck />}
        title={words.stepTitle}
        text={words.stepText}
        action={
          <>
            <Button
              onClick={() => {
                setState({ ...state, status: "open" });
                setProblem(new CardRefused(words.stepRefused, ""));
              }}
            >
              {words.refuseStep}
            </Button>
            <Button tone="primary" isBusy={isBusy} onClick={() => void pay(true)}>
              {words.confirmStep}
            </Button>
          </>
        }
      />
    );
  }
  const field = (name: keyof typeof empty, label: string, autoComplete: string, placeholder: string) => {
    const error = problem?.field === name ? problem.message : undefined;
    return (
      <Field label={label} htmlFor={`${id}-${name}`} error={error} className="flex-1">
        <input
          id={`${id}-${name}`}
          inputMode="numeric"
          autoComplete={autoComplete}
          placeholder={placeholder}
          value={card[name]}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error ? errorId(`${id}-${name}`) : undefined}
          onChange={(event) => setCard({ ...card, [name]: event.target.value })}
          className={inputClass}
        />
      </Field>
    );
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      <Banner tone="info" icon={<CreditCard aria-hidden />}>
        {words.simulated}
      </Banner>
      {state.mode === "subscription" ? (
        <div className="flex items-baseline justify-between gap-3 border-b pb-3">
          <span className="min-w-0">
            <span className="block font-semibold">{state.product}</span>
            <span className="text-meta text-n11">{`× ${state.quantity}, each ${state.interval}`}</span>
          </span>
          <span className="font-semibold text-lg tabular-nums">{money(state.amount / 100)}</span>
        </div>
      ) : null}
      {problem?.field === "" ? <Banner tone="danger">{problem.message}</Banner> : null}
      {field("number", words.card, "cc-number", "4242 4242 4242 4242")}
      <div className="flex gap-3">
        {field("expiry", words.expiry, "cc-exp", "12/30")}
        {field("cvc", words.cvc, "cc-csc", "123")}
      </div>
      <Button type="submit" tone="primary" size="large" isBusy={isBusy}>
        {state.mode === "setup" ? words.saveCard : words.pay(money(state.amount / 100))}
      </Button>
      <details className="text-meta text-n11">
        <summary className="cursor-pointer font-medium">{words.cards}</summary>
        <ul className="mt-2 flex flex-col gap-1">
          {words.cardList.map(([number, what]) => (
            <li key={number}>
              <button
                type="button"
                className="rounded-sm text-accent-text tabular-nums hover:underline"
                onClick={() => setCard({ number, expiry: "12/49", cvc: "123" })}
              >
                {number}
              </button>{" "}
              {what}
            </li>
          ))}
        </ul>
      </details>
    </form>
  );
}
