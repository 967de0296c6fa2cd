import { useRouterState } from "@tanstack/react-router";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { part } from "@/feature";
import { words } from "./messages";
import type { Job } from "./objects";
import { isOpen, percentOf } from "./progress";
import { useJobs } from "./useJobs";

const around = 2 * Math.PI * 6;

/** How far a job has got, as a ring. */
function Ring({ percent }: { percent: number | undefined }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="-rotate-90 size-4 fill-none stroke-2">
      <circle cx="8" cy="8" r="6" className="stroke-n6" />
      <circle
        cx="8"
        cy="8"
        r="6"
        strokeLinecap="round"
        strokeDasharray={`${(around * Math.max(8, percent ?? 0)) / 100} ${around}`}
        className="stroke-accent"
      />
    </svg>
  );
}

/** What the button says: of the newest that is at work, or else of what came of the others. */
function summaryOf(jobs: readonly Job[]) {
  const atWork = jobs.find(isOpen);
  const failed = jobs.filter(({ status }) => status === "failed").length;
  if (atWork) {
    const percent = percentOf(atWork);
    return {
      label: words.open(atWork.name ?? "", percent),
      text: percent === undefined ? "" : `${percent} %`,
      icon: <Ring percent={percent} />,
    };
  }
  return failed > 0
    ? {
        label: words.failed(failed),
        text: "",
        icon: <CircleAlert aria-hidden className="size-4 text-danger" />,
      }
    : {
        label: words.over(jobs.length),
        text: "",
        icon: <CircleCheck aria-hidden className="size-4 text-success" />,
      };
}

/** Closes what is open by Escape, by a press elsewhere and by a step to elsewhere. */
function useAway(
  isOpened: boolean,
  root: React.RefObject<HTMLElement | null>,
  close: (back: boolean) => void,
) {
  useEffect(() => {
    if (!isOpened) {
      return;
    }
    const away = ({ target }: Event) => {
      if (!(target instanceof Node && root.current?.contains(target))) {
        close(false);
      }
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) {
        event.preventDefault();
        close(true);
      }
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
      document.removeEventListener("keydown", key);
    };
  }, [isOpened, root, close]);
}

/** Loaded when there are jobs: this button stands on every page. */
const Rows = part(() => import("./JobRows").then((file) => file.JobRows));

/** The jobs that I started: a small sign beside myself as long as there are any, and what they are under it. */
export function JobsTray() {
  const jobs = useJobs();
  const [isOpened, setOpened] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = useRef((back: boolean) => {
    setOpened(false);
    if (back) {
      button.current?.focus();
    }
  }).current;
  useAway(isOpened, root, close);
  const address = useRouterState({ select: ({ location }) => location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes elsewhere has seen it
  useEffect(() => setOpened(false), [address]);
  const over = jobs.filter((job) => !isOpen(job));
  if (jobs.length === 0) {
    return null;
  }
  const { label, text, icon } = summaryOf(jobs);
  return (
    <>
      <p role="status" className="sr-only">
        {over.map((job) => `${job.name}: ${words.statuses[job.status ?? "done"]}`).join(". ")}
      </p>
      <section aria-label={words.jobs} className="mt-4 rounded-lg border sm:hidden">
        <Rows jobs={jobs} />
      </section>
      <div ref={root} className="relative max-sm:hidden">
        <button
          ref={button}
          type="button"
          aria-expanded={isOpened}
          aria-controls={isOpened ? id : undefined}
          aria-label={label}
          data-tip={label}
          onClick={() => setOpened(!isOpened)}
          className="mr-1 flex h-7 items-center gap-1.5 rounded px-1.5 text-n11 tabular-nums hover:bg-n4 hover:text-n12 aria-expanded:bg-n4"
        >
          {icon}
          {text ? <span className="min-w-8 text-right">{text}</span> : null}
        </button>
        {isOpened ? (
          <section
            id={id}
            aria-label={words.jobs}
            className="absolute top-full right-0 z-40 mt-1.5 max-h-[70vh] w-90 animate-fade overflow-y-auto rounded-lg bg-raised text-n12 shadow-float"
          >
            <h2 className="border-b px-3 py-2 font-medium text-meta text-n11">{words.jobs}</h2>
            <Rows jobs={jobs} />
          </section>
        ) : null}
      </div>
    </>
  );
}
