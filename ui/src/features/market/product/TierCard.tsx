import { Check } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { Pill } from "@/components/Pill/Pill";
import { cn } from "@/lib/cn";
import { words } from "../messages";
import {
  frequencyOf,
  isFree,
  isHeld,
  isPaid,
  leastOf,
  money,
  type Purchase,
  type Step,
  stepOf,
  type Tier,
  totalOf,
} from "../rules";

interface TierCardProps {
  tier: Tier;
  index: number;
  /** What the organization has in this place: of a plan the plan, of an add-on that one. */
  held: Purchase | undefined;
  canBuy: boolean;
  isBusy: boolean;
  onStep: (step: Step, quantity: number) => void;
}

const labels: Record<Step, string> = {
  "get-started": words.getStarted,
  install: words.installFree,
  upgrade: words.upgrade,
  downgrade: words.downgrade,
  quantity: words.changeQuantity,
};

/** What is wrong with a quantity, undefined for nothing. */
export function problemOf(tier: Tier, typed: string): string | undefined {
  const quantity = Number(typed);
  if (!/^\d+$/.test(typed.trim())) {
    return words.whole;
  }
  if (quantity < leastOf(tier)) {
    return words.minimum(leastOf(tier));
  }
  return tier.max !== undefined && quantity > tier.max
    ? tier.maxMessage || words.maximum(tier.max)
    : undefined;
}

/** What a tier costs, or for how many it is free. */
function Price({ tier }: { tier: Tier }) {
  return isFree(tier) ? (
    <p className="font-semibold text-lg">
      {tier.max === undefined ? words.freeFor(tier.item) : words.freeUpTo(tier.max, tier.item)}
    </p>
  ) : (
    <p>
      <span className="font-semibold text-2xl tabular-nums">{money(tier.price)}</span>{" "}
      <span className="text-n11">{words.each(tier.item, frequencyOf(tier))}</span>
    </p>
  );
}

interface AmountProps {
  tier: Tier;
  typed: string;
  problem: string | undefined;
  onType: (typed: string) => void;
}

/** How many, and what that costs. */
function Amount({ tier, typed, problem, onType }: AmountProps) {
  const id = useId();
  return (
    <>
      <Field
        label={words.quantity(tier.item)}
        htmlFor={id}
        error={problem}
        hint={leastOf(tier) > 1 ? tier.minMessage || words.note : undefined}
      >
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem ? errorId(id) : undefined}
          onChange={(event) => onType(event.target.value)}
          className={cn(inputClass, "max-w-32 tabular-nums")}
        />
      </Field>
      <p className="flex justify-between gap-2 border-t pt-2">
        <span className="text-n11">{words.total(frequencyOf(tier))}</span>
        <output className="font-semibold tabular-nums">
          {problem ? "\u2014" : money(totalOf(tier, Number(typed)))}
        </output>
      </p>
    </>
  );
}

interface StepButtonProps extends Pick<TierCardProps, "canBuy" | "isBusy" | "onStep"> {
  step: Step;
  quantity: number;
  isSame: boolean;
}

function StepButton({ step, quantity, isSame, canBuy, isBusy, onStep }: StepButtonProps) {
  return (
    <Button
      className="w-full"
      tone={step === "quantity" || step === "downgrade" ? "secondary" : "primary"}
      disabled={!canBuy || isSame}
      tip={canBuy ? undefined : words.superuser}
      isBusy={isBusy}
      onClick={() => onStep(step, quantity)}
    >
      {labels[step]}
    </Button>
  );
}

/** The quantity that one begins with: what one pays for already, as far as the tier allows. */
function startOf(tier: Tier, held: Purchase | undefined): number {
  const wanted = isPaid(held) ? held.quantity : (tier.quantity ?? leastOf(tier));
  return Math.min(Math.max(wanted, leastOf(tier)), tier.max ?? Number.POSITIVE_INFINITY);
}

/** A tier or an add-on with its price, and the step that one can take. */
export function TierCard({ tier, index, held, ...rest }: TierCardProps) {
  const id = useId();
  const isCurrent = isHeld(held) && held.tier === index;
  const start = startOf(tier, held);
  const [typed, setTyped] = useState(String(start));
  const step = stepOf(tier, index, held);
  const problem = isFree(tier) ? undefined : problemOf(tier, typed);
  const quantity = isFree(tier) ? 1 : Number(typed);
  return (
    <section
      aria-labelledby={id}
      className={cn(
        "flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4",
        isCurrent && "border-accent",
      )}
    >
      <div className="flex items-center gap-2">
        <h3 id={id} className="min-w-0 flex-1 truncate font-semibold">
          {tier.title}
        </h3>
        {isCurrent ? (
          <Pill tone="accent">{held.field === "add_ons" ? words.added : words.current}</Pill>
        ) : null}
      </div>
      <Price tier={tier} />
      {isCurrent && tier.activeMessage ? <p className="text-n11">{tier.activeMessage}</p> : null}
      <ul className="flex flex-1 flex-col gap-1.5">
        {(tier.features ?? []).map((feature) => (
          <li key={feature} className="flex gap-2 text-n11">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            {feature}
          </li>
        ))}
      </ul>
      {step && !isFree(tier) ? (
        <Amount tier={tier} typed={typed} problem={problem} onType={setTyped} />
      ) : null}
      {/* Its place is kept, so that nothing moves while somebody types. */}
      <div className="min-h-8">
        {step && !problem ? (
          <StepButton
            {...rest}
            step={step}
            quantity={quantity}
            isSame={step === "quantity" && isCurrent && quantity === held.quantity}
          />
        ) : null}
      </div>
    </section>
  );
}
