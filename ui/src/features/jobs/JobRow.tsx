import { Link } from "@tanstack/react-router";
import { Ban, CircleAlert, CircleCheck, CircleDashed, LoaderCircle, RotateCw, Undo2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { carryOut, detailOf, patchRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { Time } from "@/components/Time/Time";
import { toast } from "@/components/Toaster/toasts";
import { RecordLink } from "@/fields/lookup/RecordLink";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { optimistic } from "@/store";
import { words } from "./messages";
import { type Job, object } from "./objects";
import { isOpen, mayRetry, mayUndo, percentOf } from "./progress";

const icons: Record<NonNullable<Job["status"]>, ReactNode> = {
  queued: <CircleDashed aria-hidden className="text-n10" />,
  running: <LoaderCircle aria-hidden className="text-accent-text motion-safe:animate-spin" />,
  done: <CircleCheck aria-hidden className="text-success" />,
  failed: <CircleAlert aria-hidden className="text-danger" />,
  canceled: <Ban aria-hidden className="text-n10" />,
};

const counted = new Intl.NumberFormat();

/** How far a job has got: a bar with numbers, or an empty one while nobody knows. */
function Progress({ job, name }: { job: Job; name: string }) {
  const percent = percentOf(job);
  return (
    <div
      role="progressbar"
      aria-label={words.progress(name)}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === undefined ? {} : { "aria-valuenow": percent })}
      className="mt-2 h-1.5 overflow-hidden rounded-full bg-n5"
    >
      <div
        style={{ width: `${percent ?? 0}%` }}
        className="h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-180"
      />
    </div>
  );
}

/** One job: what it is, how far it has got or what came of it, and what can be done with it. */
export function JobRow({ job }: { job: Job }) {
  const [isBusy, setBusy] = useState(false);
  const name = job.name ?? "";
  const status = job.status ?? "queued";
  const run = async (what: () => Promise<unknown>) => {
    setBusy(true);
    await what().catch((error: unknown) => toast.error(words.refused(detailOf(error))));
    setBusy(false);
  };
  const dismiss = () =>
    optimistic(object, job.id, { dismissed: true }, (command) =>
      patchRecord(object, { id: job.id, dismissed: true }, command),
    );
  const isAtWork = isOpen(job);
  const said = status === "failed" ? job.error : status === "done" ? job.result : undefined;
  const numbers =
    isAtWork && job.total
      ? words.of(counted.format(Math.min(job.done ?? 0, job.total)), counted.format(job.total))
      : words.statuses[status];
  return (
    <li className="flex gap-2.5 border-t px-3 py-2.5 first:border-t-0">
      <span className="mt-0.5 shrink-0 [&_svg]:size-4">{icons[status]}</span>
      <div className="min-w-0 flex-1">
        <p className="flex">
          <RecordLink object={object} reference={{ id: job.id, name }} className="font-medium text-n12" />
        </p>
        <p className={cn("text-meta tabular-nums", status === "failed" ? "text-danger" : "text-n11")}>
          {numbers}
          {job.finished_date && !isAtWork ? (
            <>
              {" · "}
              <Time at={job.finished_date} />
            </>
          ) : null}
        </p>
        {isAtWork ? <Progress job={job} name={name} /> : null}
        {job.link ? (
          <p>
            <Link to={job.link} className="text-accent-text text-meta hover:underline">
              {words.show}
            </Link>
          </p>
        ) : null}
        {said ? <p className="wrap-anywhere mt-1 text-meta text-n12">{said}</p> : null}
        {mayRetry(job) ? (
          <Button
            size="small"
            className="mt-2"
            icon={<RotateCw className="size-3.5" />}
            aria-label={words.retry(name)}
            disabled={isBusy}
            onClick={() => void run(() => carryOut("POST /job/{id}/retry", { id: job.id }))}
          >
            {words.again}
          </Button>
        ) : null}
        {mayUndo(job) ? (
          <Button
            size="small"
            className={cn("mt-2", mayRetry(job) && "ml-2")}
            icon={<Undo2 className="size-3.5" />}
            aria-label={words.undoOf(name)}
            disabled={isBusy}
            onClick={() => void run(() => carryOut("POST /job/{id}/undo", { id: job.id }).then(dismiss))}
          >
            {words.undo}
          </Button>
        ) : null}
        {isAtWork ? (
          // Where nothing else comes when the job is over: who presses it a moment late does nothing.
          <Button
            size="small"
            className="mt-2"
            aria-label={words.cancel(name)}
            disabled={isBusy}
            onClick={() => void run(() => carryOut("POST /job/{id}/cancel", { id: job.id }))}
          >
            {t.frame.cancel}
          </Button>
        ) : null}
      </div>
      {isAtWork ? null : (
        <IconButton
          label={words.dismiss(name)}
          icon={<X className="size-4" />}
          disabled={isBusy}
          className="-my-1"
          onClick={() => void run(dismiss)}
        />
      )}
    </li>
  );
}
