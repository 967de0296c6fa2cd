import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { detailOf } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Pill } from "@/components/Pill/Pill";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { type Deployed, sayRefusal } from "./api";
import { words } from "./messages";

type Step = Deployed["diff"]["steps"][number];

/** Something that is deployed after its difference was shown. */
export interface Deployment {
  title: string;
  action: string;
  run: (how: { dry_run: boolean; token: string }) => Promise<Deployed>;
  done: string;
  error: (detail: string) => string;
}

const tones = { create: "success", change: "info", remove: "danger" } as const;

function textOf(value: unknown): string {
  if (value === null || value === undefined) {
    return "–";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a step changes, and from what to what. */
function StepRow({ step }: { step: Step }) {
  return (
    <li className="flex flex-col gap-1 border-t py-2 first:border-t-0">
      <div className="flex min-w-0 items-center gap-2">
        <Pill tone={tones[step.action as keyof typeof tones] ?? "neutral"}>
          {words.actionNames[step.action] ?? step.action}
        </Pill>
        <span className="min-w-0 truncate font-medium">{step.name}</span>
        <span className="truncate text-meta text-n11">
          {step.kind === "record"
            ? step.object
            : `${words.kindNames[step.kind] ?? step.kind} · ${step.object}`}
        </span>
      </div>
      {step.changes.length > 0 ? (
        <ul className="flex flex-col gap-0.5 pl-3 text-meta">
          {step.changes.map((change) => (
            <li key={change.name} className="flex min-w-0 items-center gap-1.5">
              <span className="shrink-0 text-n11">{change.name}</span>
              <span className="min-w-0 truncate">{textOf(change.before)}</span>
              <ArrowRight aria-hidden className="size-3 shrink-0 text-n10" />
              <span className="min-w-0 truncate">{textOf(change.after)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** Shows what a deployment changes, and carries it out to the target that was shown. */
export function DeploySheet({
  deployment,
  onDone,
  onClose,
}: {
  deployment: Deployment;
  onDone: () => void;
  onClose: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const shown = useQuery({
    queryKey: ["deployment", deployment.title],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: () => deployment.run({ dry_run: true, token: "" }),
  });
  const steps = shown.data?.diff.steps ?? [];
  const deploy = async () => {
    setBusy(true);
    try {
      await deployment.run({ dry_run: false, token: shown.data?.diff.token ?? "" });
      toast.success(deployment.done);
      onDone();
      onClose();
    } catch (error) {
      sayRefusal(error, deployment.error);
      setBusy(false);
      await shown.refetch();
    }
  };
  return (
    <Dialog
      title={deployment.title}
      isSheet
      isPassing
      onClose={onClose}
      className="max-w-2xl"
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button tone="primary" isBusy={isBusy} disabled={steps.length === 0} onClick={() => void deploy()}>
            {deployment.action}
          </Button>
        </>
      }
    >
      {shown.error ? (
        <Banner tone="danger">{deployment.error(detailOf(shown.error))}</Banner>
      ) : shown.data ? (
        <div className="flex flex-col gap-3">
          {shown.data.diff.warnings.map((text) => (
            <Banner key={text} tone="warning">
              {text}
            </Banner>
          ))}
          {steps.length === 0 ? (
            <p className="text-n11">{words.noDifference}</p>
          ) : (
            <>
              <h3 className="font-semibold">
                {words.difference} · {words.steps(steps.length)}
              </h3>
              <ul aria-label={words.difference}>
                {steps.map((step, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the plan
                  <StepRow key={at} step={step} />
                ))}
              </ul>
            </>
          )}
        </div>
      ) : (
        <SkeletonRows count={4} label={words.readingDifference} />
      )}
    </Dialog>
  );
}
