import type { WireRecord } from "@/api";
import { isProblems, ProblemTable } from "@/fields/lookup/ProblemTable";
import { words } from "./messages";

/** On the page of a job that failed: the records that were in its way. */
export function JobProblems({ record }: { record: WireRecord }) {
  const problems = record.problems;
  return isProblems(problems) ? (
    <section aria-label={words.problems} className="px-5 py-4">
      <h2 className="font-medium">{words.problems}</h2>
      <ProblemTable told={problems} />
    </section>
  ) : null;
}
