import { CircleAlert, CircleCheck, Download, Pause, Play, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { detailOf } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { Time } from "@/components/Time/Time";
import { toast } from "@/components/Toaster/toasts";
import { download, type Imported, send } from "./api";
import { words } from "./messages";
import { ProgressBar } from "./ProgressBar";
import { isOpen, type Job } from "./useJob";

const number = new Intl.NumberFormat("en-US");

/** What became of the rows, in figures. */
export function Counts({ shown }: { shown: Imported }) {
  const kinds = (Object.keys(words.counts) as (keyof typeof words.counts)[]).filter(
    (kind) => shown.counts[kind] > 0,
  );
  if (kinds.length === 0) {
    return null;
  }
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {kinds.map((kind) => (
        <div key={kind}>
          <dt className="text-meta text-n11">{words.counts[kind]}</dt>
          <dd className={`font-semibold text-lg tabular-nums ${kind === "refused" ? "text-danger" : ""}`}>
            {number.format(shown.counts[kind])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Gives the refused rows, to be mended. */
export function ErrorsButton({ shown }: { shown: Imported }) {
  const [isBusy, setBusy] = useState(false);
  if (shown.counts.refused === 0) {
    return null;
  }
  const run = async () => {
    setBusy(true);
    const name = `${shown.name.replace(/\.[^.]*$/, "")} errors.csv`;
    await download(`/v1/import/${shown.id}/errors.csv`, name).catch((error: unknown) =>
      toast.error(detailOf(error)),
    );
    setBusy(false);
  };
  return (
    <Button icon={<Download className="size-4" />} isBusy={isBusy} onClick={() => void run()}>
      {words.errors}
    </Button>
  );
}

interface RunStepProps {
  shown: Imported;
  job: Job | undefined;
  undoJob: Job | undefined;
  onChanged: () => void;
  children: ReactNode;
}

/** How far the work has got, or what came of it in a sentence. */
function Standing({ shown, job, undoJob }: Pick<RunStepProps, "shown" | "job" | "undoJob">) {
  const isRunning = isOpen(job);
  const at = isOpen(undoJob) ? undoJob : job;
  if (isRunning || isOpen(undoJob) || shown.status === "paused") {
    const total = at?.total ?? shown.rows;
    const done = Math.min(at?.done ?? 0, total);
    return (
      <div className="grid gap-2">
        <ProgressBar label={words.progress} part={total > 0 ? done / total : undefined} />
        <p className="text-n11 tabular-nums">{words.of(done, total)}</p>
        {isRunning ? <p className="text-meta text-n11">{words.leave}</p> : null}
      </div>
    );
  }
  if (!shown.message) {
    return null;
  }
  const isBad = shown.status === "failed" || undoJob?.status === "failed";
  return isBad ? <Banner tone="danger">{shown.message}</Banner> : <p>{shown.message}</p>;
}

/** Stops a job, so that it can go on later, or has one go on. */
function PauseButton({ shown, job, isBusy, run }: { shown: Imported; job: Job; isBusy: boolean; run: Run }) {
  if (isOpen(job)) {
    return (
      <Button
        icon={<Pause className="size-4" />}
        isBusy={isBusy}
        onClick={() => run(() => send("POST /job/{id}/cancel", { id: job.id }))}
      >
        {words.pause}
      </Button>
    );
  }
  return shown.status === "paused" || shown.status === "failed" ? (
    <Button
      tone="primary"
      icon={<Play className="size-4" />}
      isBusy={isBusy}
      onClick={() => run(() => send("POST /job/{id}/retry", { id: job.id }))}
    >
      {words.resume}
    </Button>
  ) : null;
}

type Run = (what: () => Promise<unknown>) => Promise<void>;

/** Takes back what the import did, after a question. */
function UndoButton({ shown, isBusy, run }: { shown: Imported; isBusy: boolean; run: Run }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button icon={<Undo2 className="size-4" />} isBusy={isBusy} onClick={() => setAsking(true)}>
        {words.undo}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={words.undoConfirm}
          text={words.undoText}
          action={words.undo}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await run(() => send("POST /import/{id}/undo", { id: shown.id }));
            setAsking(false);
          }}
        />
      ) : null}
    </>
  );
}

function Heading({
  shown,
  isRunning,
  isUndoing,
}: {
  shown: Imported;
  isRunning: boolean;
  isUndoing: boolean;
}) {
  return (
    <div className="flex items-center gap-2">
      {shown.status === "failed" ? (
        <CircleAlert aria-hidden className="size-5 text-danger" />
      ) : isRunning || isUndoing ? null : (
        <CircleCheck aria-hidden className="size-5 text-success" />
      )}
      <h2 className="font-semibold text-base">
        {isUndoing ? words.undoing : words.statuses[isRunning ? "running" : shown.status]}
      </h2>
    </div>
  );
}

/** How far an import has got, or what came of it, and what can be done with it. */
export function RunStep({ shown, job, undoJob, onChanged, children }: RunStepProps) {
  const [isBusy, setBusy] = useState(false);
  const isUndoing = isOpen(undoJob);
  const isRunning = isOpen(job);
  const mayUndo = shown.can_undo && !isRunning && !isUndoing;
  const run: Run = async (what) => {
    setBusy(true);
    await what().catch((error: unknown) => toast.error(detailOf(error)));
    setBusy(false);
    onChanged();
  };
  return (
    <section aria-live="polite" className="grid gap-5 rounded-lg border bg-surface p-5 shadow-small">
      <Heading shown={shown} isRunning={isRunning} isUndoing={isUndoing} />
      <Standing shown={shown} job={job} undoJob={undoJob} />
      {isUndoing || isRunning ? null : <Counts shown={shown} />}
      {shown.counts.refused > 0 && !isRunning ? (
        <p className="text-meta text-n11">{words.errorsHint}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {job ? <PauseButton shown={shown} job={job} isBusy={isBusy} run={run} /> : null}
        {isRunning ? null : <ErrorsButton shown={shown} />}
        {mayUndo ? <UndoButton shown={shown} isBusy={isBusy} run={run} /> : null}
        {children}
      </div>
      {mayUndo && shown.undo_until ? (
        <p className="text-meta text-n11">
          {words.undoUntil} <Time at={shown.undo_until} />
        </p>
      ) : null}
    </section>
  );
}
