import { JobRow } from "./JobRow";
import { words } from "./messages";
import type { Job } from "./objects";

/** The list under the button of jobs. */
export function JobRows({ jobs }: { jobs: readonly Job[] }) {
  return (
    <ul aria-label={words.jobs}>
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ul>
  );
}
