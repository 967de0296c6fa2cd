import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ApiError, detailOf, type ObjectSchema } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { fieldsOf } from "@/fields";
import { changedFields, valueText } from "@/fields/ChangedFields";
import { cn } from "@/lib/cn";
import { type Plan, type PreviewRow, previewImport } from "./api";
import { words } from "./messages";

const tones: Readonly<Record<string, string>> = {
  created: "bg-success-soft text-success",
  updated: "bg-info-soft text-info",
  deleted: "bg-danger-soft text-danger",
  refused: "bg-danger-soft text-danger",
  unchanged: "bg-n4 text-n11",
};

/** What a row would change: each field, before and after. */
function Changes({ row, schema }: { row: PreviewRow; schema: ObjectSchema }) {
  if (row.action === "refused") {
    const all = Object.values(row.errors ?? {}).flat();
    return (
      <>
        <p className="text-danger">{all.length > 1 ? all.join(" · ") : row.error}</p>
        <p className="truncate text-n11">{row.cells.filter((cell) => cell !== "").join(" · ")}</p>
      </>
    );
  }
  const after = row.after ?? {};
  const changed = changedFields(
    fieldsOf(schema),
    Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, { before: row.before?.[name], after: value }]),
    ),
  );
  if (changed.length === 0) {
    return <p className="truncate text-n11">{row.cells.filter((cell) => cell !== "").join(" · ")}</p>;
  }
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5">
      {changed.map(({ field, before, after: value }) => (
        <span key={field.name} className="wrap-anywhere min-w-0">
          <span className="text-n11">{field.title}: </span>
          {row.before ? (
            <>
              <del className="text-n11">{valueText(before, field)}</del>
              <span aria-hidden> → </span>
            </>
          ) : null}
          <ins className="no-underline">{valueText(value, field)}</ins>
        </span>
      ))}
    </p>
  );
}

interface PreviewTableProps {
  id: string;
  schema: ObjectSchema;
  plan: Plan;
}

/** The first rows, each with what would become of it. */
export function PreviewTable({ id, schema, plan }: PreviewTableProps) {
  const query = useInfiniteQuery({
    queryKey: ["import-preview", id, plan],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => previewImport(id, plan, pageParam),
    getNextPageParam: ({ next }) => (next > 0 ? next : undefined),
    placeholderData: keepPreviousData,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.isRule),
  });
  const rows = query.data?.pages.flatMap((one) => one.rows);
  return (
    <section className="rounded-lg border bg-surface shadow-small">
      <h2 className="border-b px-4 py-2.5 font-medium text-meta text-n11">{words.preview}</h2>
      {query.error ? (
        <Banner tone="danger" className="m-4">
          {detailOf(query.error)}
        </Banner>
      ) : rows ? (
        <div className={cn(query.isPlaceholderData && "opacity-60")}>
          <table className="w-full text-left">
            <thead>
              <tr className="h-9 bg-n2 text-meta text-n11">
                <th scope="col" className="w-16 border-b px-4 text-right font-medium max-sm:px-2">
                  {words.line}
                </th>
                <th scope="col" className="w-28 border-b px-2 font-medium">
                  {words.result}
                </th>
                <th scope="col" className="border-b px-2 font-medium">
                  {words.changes}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.line} className="border-t align-top first:border-t-0">
                  <td className="px-4 py-2 text-right text-n11 tabular-nums">{row.line}</td>
                  <td className="px-2 py-2">
                    <span
                      className={cn(
                        "whitespace-nowrap rounded px-1.5 py-0.5 font-medium text-meta",
                        tones[row.action],
                      )}
                    >
                      {words.actions[row.action]}
                    </span>
                  </td>
                  <td className="w-full max-w-0 px-2 py-2 pr-4">
                    <Changes row={row} schema={schema} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {query.hasNextPage ? (
            <div className="border-t p-3 text-center">
              <Button
                size="small"
                isBusy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {words.more}
              </Button>
            </div>
          ) : null}
        </div>
      ) : (
        <SkeletonRows label={words.previewing} />
      )}
    </section>
  );
}
