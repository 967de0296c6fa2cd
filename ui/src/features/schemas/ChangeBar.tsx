import { Ban, CircleAlert, CircleCheck, LoaderCircle, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { carryOut, detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { ProblemTable } from "@/fields/lookup/ProblemTable";
import { useLiveRecord } from "@/realtime";
import { words } from "./messages";
import { type ChangeJob, misfitsOf } from "./misfits";

const counted = new Intl.NumberFormat();

function Progress({ job }: { job: ChangeJob }) {
  const percent = job.total ? Math.min(99, Math.floor((100 * (job.done ?? 0)) / job.total)) : undefined;
  return (
    <div
      role="progressbar"
      aria-label={words.progress}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === undefined ? {} : { "aria-valuenow": percent })}
      className="h-1.5 overflow-hidden rounded-full bg-n5"
    >
      <div
        style={{ width: `${percent ?? 0}%` }}
        className="h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-180"
      />
    </div>
  );
}

/** What is told of a change that is over, where there is more to say. */
const saidOf = (job: ChangeJob | undefined) =>
  ({ failed: job && misfitsOf(job) ? undefined : job?.error, done: job?.result })[String(job?.status)];

const ends = {
  done: { icon: <CircleCheck aria-hidden className="text-success" />, title: words.changeDone },
  failed: { icon: <CircleAlert aria-hidden className="text-danger" />, title: words.changeFailed },
  canceled: { icon: <Ban aria-hidden className="text-n10" />, title: words.changeCanceled },
};

interface ChangeBarProps {
  job: string;
  /** It is over, however it ended. */
  onOver: () => void;
  onDismiss: () => void;
}

/** A change that rows are looked through for: how far it has got, live, and at the end what came of it. */
export function ChangeBar({ job: id, onOver, onDismiss }: ChangeBarProps) {
  const { shown } = useLiveRecord("job", id);
  const [isBusy, setBusy] = useState(false);
  const job = shown?.record as ChangeJob | undefined;
  const status = job?.status ?? "queued";
  const end = status === "queued" || status === "running" ? undefined : ends[status];
  const misfits = job && misfitsOf(job);
  const over = useRef(onOver);
  over.current = onOver;
  const isOver = end !== undefined;
  useEffect(() => {
    if (isOver) {
      over.current();
    }
  }, [isOver]);
  const cancel = async () => {
    setBusy(true);
    await carryOut("POST /job/{id}/cancel", { id }).catch((error: unknown) =>
      toast.error(words.refused(detailOf(error))),
    );
    setBusy(false);
  };
  return (
    <section
      aria-label={words.change}
      className="flex animate-fade gap-2.5 rounded-lg border bg-surface px-4 py-3 shadow-small [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0"
    >
      {end?.icon ?? <LoaderCircle aria-hidden className="text-accent-text motion-safe:animate-spin" />}
      <div className="min-w-0 flex-1">
        <div role="status">
          <p className="font-medium">{end?.title ?? job?.name ?? words.change}</p>
          {saidOf(job) ? <p className="wrap-anywhere text-n11">{saidOf(job)}</p> : null}
          {end ? null : <p className="text-n11">{words.changeRuns}</p>}
        </div>
        {end || !job ? null : (
          <div className="mt-2 flex items-center gap-3">
            <div className="flex-1">
              <Progress job={job} />
            </div>
            <p className="text-meta text-n11 tabular-nums">
              {job.total
                ? words.of(counted.format(Math.min(job.done ?? 0, job.total)), counted.format(job.total))
                : words.waits}
            </p>
          </div>
        )}
        {misfits ? (
          <div className="mt-1">
            <p>{words.problems(misfits.count)}</p>
            <ProblemTable told={misfits} />
          </div>
        ) : null}
      </div>
      {end ? (
        <IconButton
          label={words.dismiss}
          icon={<X className="size-4" />}
          className="-my-1.5 -mr-2"
          onClick={onDismiss}
        />
      ) : (
        <Button size="small" disabled={isBusy} onClick={() => void cancel()}>
          {words.cancelChange}
        </Button>
      )}
    </section>
  );
}
