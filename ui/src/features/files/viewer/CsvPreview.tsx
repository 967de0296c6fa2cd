import Papa from "papaparse";
import { useMemo } from "react";
import { words } from "../messages";
import { useText } from "./useText";

const mostRows = 500;
const mostColumns = 60;

/** The rows of a table, its head first; no wider and no longer than a preview is. */
export function rowsOf(text: string): { rows: string[][]; isMore: boolean } {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: "greedy", preview: mostRows + 2 });
  return {
    rows: data.slice(0, mostRows + 1).map((row) => row.slice(0, mostColumns)),
    isMore: data.length > mostRows + 1,
  };
}

/** A table that is written as separated values. */
export function CsvPreview({ content, isCut }: { content: Blob; isCut: boolean }) {
  const text = useText(content);
  const table = useMemo(() => (text === undefined ? undefined : rowsOf(text)), [text]);
  if (!table) {
    return null;
  }
  const [head, ...rows] = table.rows;
  if (!head) {
    return <p className="text-n11">{words.emptyTable}</p>;
  }
  const width = Math.max(...table.rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => at);
  return (
    <div className="flex h-full flex-col gap-2">
      {table.isMore || isCut ? (
        <p className="text-meta text-n11">
          {table.isMore ? `${words.rows(mostRows)}. ` : ""}
          {words.cut}
        </p>
      ) : null}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto rounded border"
      >
        <table className="min-w-full border-collapse text-left text-meta tabular-nums">
          <thead className="sticky top-0 bg-n3">
            <tr>
              {columns.map((at) => (
                <th key={at} scope="col" className="whitespace-nowrap border-b px-3 py-2 font-semibold">
                  {head[at]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows stay as they are
              <tr key={line} className="border-b last:border-b-0 even:bg-n2">
                {columns.map((at) => (
                  <td key={at} className="max-w-80 truncate px-3 py-1.5">
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
