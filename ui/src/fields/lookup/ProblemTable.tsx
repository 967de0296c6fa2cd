import { t } from "@/messages";
import { RecordLink } from "./RecordLink";

/** Records that were in the way of a job; of many the first. */
export interface Problems {
  object: string;
  count: number;
  /** Why they are not listed, to a reader who may not read them all. */
  withheld?: string;
  problems: readonly { id: string; name?: string | null; value?: string; detail: string }[];
}

export const isProblems = (value: unknown): value is Problems =>
  typeof value === "object" &&
  value !== null &&
  "object" in value &&
  "problems" in value &&
  Array.isArray(value.problems);

/** The records that were in the way of a job, each with the way to it, what it holds, and why that does not fit. */
export function ProblemTable({ told: { object, count, problems, withheld } }: { told: Problems }) {
  return withheld ? (
    <p className="pt-1 text-meta text-n11">{withheld}</p>
  ) : (
    <>
      <div className="mt-2 max-h-64 overflow-y-auto rounded border border-n6">
        <table className="w-full table-fixed text-left">
          <caption className="sr-only">{t.records.problems}</caption>
          <thead className="sticky top-0 bg-surface text-meta text-n11">
            <tr>
              <th className="px-3 py-1.5 font-medium">{t.records.problemRecord}</th>
              <th className="px-3 py-1.5 font-medium">{t.records.problemValue}</th>
              <th className="w-1/2 px-3 py-1.5 font-medium">{t.records.problemWhy}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ id, name, value, detail }) => (
              <tr key={`${id} ${detail}`} className="border-t align-top">
                <td className="truncate px-3 py-1.5">
                  <RecordLink object={object} reference={name ? { id, name } : { id }} />
                </td>
                <td className="wrap-anywhere px-3 py-1.5">{value || t.records.noValue}</td>
                <td className="wrap-anywhere px-3 py-1.5 text-n11">{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > problems.length ? (
        <p className="pt-1 text-meta text-n11">{t.records.moreProblems(count - problems.length)}</p>
      ) : null}
    </>
  );
}
