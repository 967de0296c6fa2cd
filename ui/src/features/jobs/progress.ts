import type { Job } from "./objects";

export const isOpen = ({ status }: Job) => status === "queued" || status === "running";

export const mayRetry = ({ status }: Job) => status === "failed" || status === "canceled";

/** Which kinds of jobs can be undone (POST v1/job/{id}/undo). */
const undone: ReadonlySet<string> = new Set(["mass_update", "import"]);

export const mayUndo = (job: Job) => !isOpen(job) && undone.has(job.kind ?? "");

/** How much of it is done, in percent; undefined while nobody knows, and never 100 before it is done. */
export function percentOf({ done, total }: Job): number | undefined {
  return total ? Math.min(99, Math.floor((100 * (done ?? 0)) / total)) : undefined;
}
