import { Check, CircleCheck, ExternalLink } from "lucide-react";
import { type ComponentType, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { toast } from "@/components/Toaster/toasts";
import { cn } from "@/lib/cn";
import { words } from "./messages";
import { saveProgress } from "./progress";
import { currentOf, dataOf, type OnboardingRecord, type Step, type StepProps, stepsOf } from "./wizard";

interface FrameProps {
  record: OnboardingRecord;
  title: string;
  /** What each step asks and does, in the order of the record's steps. */
  steps: readonly ComponentType<StepProps>[];
  /** All steps stand below each other, the current one open. */
  isVertical?: boolean;
  /** Called when the onboarding is complete, also if it was from the beginning. */
  onComplete?: () => void;
}

function Bar({ at, of }: { at: number; of: number }) {
  return (
    <div
      role="progressbar"
      aria-label={words.progress}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={at}
      className="h-1.5 overflow-hidden rounded-full bg-n4"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-200"
        style={{ width: `${(100 * at) / Math.max(of, 1)}%` }}
      />
    </div>
  );
}

/** What a step is about: its name, where to read more, and what it does. */
function About({ step }: { step: Step }) {
  return (
    <>
      <p className="max-w-160 text-n11">{step.description}</p>
      {step.link && /^https?:\/\//.test(step.link) ? (
        <a
          href={step.link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 self-start text-accent hover:underline"
        >
          {words.openLink}
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      ) : null}
    </>
  );
}

function Mark({ step, index, isCurrent }: { step: Step; index: number; isCurrent: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        "flex size-6 shrink-0 items-center justify-center rounded-full border font-medium text-meta",
        step.complete
          ? "border-transparent bg-success-solid text-on-accent"
          : isCurrent
            ? "border-accent text-accent"
            : "border-n7 text-n11",
      )}
    >
      {step.complete ? <Check className="size-3.5" /> : index + 1}
    </span>
  );
}

function Complete({ onAgain }: { onAgain: () => void }) {
  return (
    <PageState
      icon={<CircleCheck />}
      title={words.isComplete}
      text={words.completeText}
      action={<Button onClick={onAgain}>{words.again}</Button>}
    />
  );
}

/** A wizard: one step after another, whose progress the record keeps. */
export function Frame({ record, title, steps: bodies, isVertical = false, onComplete }: FrameProps) {
  const steps = stepsOf(record);
  const current = Math.min(currentOf(steps), bodies.length - 1);
  // Where somebody went by themselves; otherwise the wizard follows the record, and so a colleague's steps.
  const [chosen, setChosen] = useState<number>();
  const [isAgain, setAgain] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const at = chosen ?? (isAgain ? 0 : current);
  const isComplete = record.complete === true;
  const notify = useRef(onComplete);
  notify.current = onComplete;
  useEffect(() => {
    if (isComplete) {
      notify.current?.();
    }
  }, [isComplete]);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current !== at) {
      shown.current = at;
      heading.current?.focus();
    }
  }, [at]);

  const Body = bodies[at];
  const step = steps[at];
  if (Body === undefined || step === undefined) {
    return <PageState role="alert" title={words.unknown} />;
  }
  const isLast = at === bodies.length - 1;
  const save = async (progress: Parameters<typeof saveProgress>[1]) => {
    setBusy(true);
    const isSaved = await saveProgress(record.id, progress);
    setBusy(false);
    return isSaved;
  };
  const advance: StepProps["advance"] = async (created) => {
    if (isLast && steps.some((one, index) => index !== at && !one.complete)) {
      toast.warning(words.incomplete);
      return;
    }
    const isSaved = await save({ step: at, ...(created && { created }), ...(isLast && { complete: true }) });
    if (!isSaved) {
      return;
    }
    if (isLast) {
      setAgain(false);
      setChosen(undefined);
      toast.success(words.complete);
    } else {
      setChosen(isAgain || (chosen !== undefined && at + 1 < current) ? at + 1 : undefined);
    }
  };
  const body = (
    <Body
      key={at}
      data={dataOf(record)}
      advance={advance}
      keep={(created) => save({ created })}
      back={at > 0 ? () => setChosen(at - 1) : undefined}
      isBusy={isBusy}
      isLast={isLast}
    />
  );
  const name = (
    <h3 ref={heading} tabIndex={-1} id={headingId} className="font-semibold outline-none">
      {step.name}
    </h3>
  );
  return (
    <section aria-label={title} className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="font-semibold text-lg">{title}</h2>
          <p className="text-meta text-n11 tabular-nums">{words.stepOf(at + 1, bodies.length)}</p>
        </div>
        <Bar at={steps.filter((one) => one.complete).length} of={steps.length} />
      </header>
      {isComplete && !isAgain ? (
        <Complete onAgain={() => setAgain(true)} />
      ) : isVertical ? (
        <ol aria-label={words.steps} className="flex flex-col">
          {steps.map((one, index) => (
            <li key={one.name} aria-current={index === at ? "step" : undefined} className="flex gap-3">
              <div className="flex flex-col items-center">
                <Mark step={one} index={index} isCurrent={index === at} />
                {index < steps.length - 1 ? <span aria-hidden className="w-px flex-1 bg-n6" /> : null}
              </div>
              <div className="flex min-w-0 flex-1 flex-col gap-3 pb-5">
                {index === at ? (
                  <>
                    {name}
                    <About step={one} />
                    {body}
                  </>
                ) : (
                  <p className="text-n11">
                    {one.name}
                    {one.complete ? <span className="sr-only">, {words.stepDone}</span> : null}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <div className="flex flex-col gap-3">
          {name}
          <About step={step} />
          {body}
        </div>
      )}
    </section>
  );
}
