import { Link } from "@tanstack/react-router";
import { cn } from "@/lib/cn";
import type { Row } from "./api";
import type { LiveRow } from "./live";
import { keysOf, linkOf, textOf } from "./rows";

function Value({ value }: { value: unknown }) {
  const link = linkOf(value);
  return link ? (
    <Link
      to="/view/$object/record/$id/standard"
      params={{ object: link.object, id: link.id }}
      className="text-accent-text hover:underline"
    >
      {link.name}
    </Link>
  ) : (
    textOf(value)
  );
}

interface ResultTableProps {
  rows: readonly Row[];
  /** The rows of a live query, in the same order: those that are new are tinted for a moment. */
  keyed?: readonly LiveRow[] | undefined;
  label: string;
}

/** The rows of an answer under their keys; what refers to a record leads there. */
export function ResultTable({ rows, keyed, label }: ResultTableProps) {
  const keys = keysOf(rows);
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 bg-surface">
      <thead>
        <tr>
          {keys.map((key) => (
            <th
              key={key}
              scope="col"
              className="sticky top-0 whitespace-nowrap border-b bg-n2 px-3 py-1.5 text-left font-medium text-meta text-n11"
            >
              {key}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr
            key={keyed?.[at]?.key ?? at}
            className={cn("hover:bg-n2", keyed?.[at]?.isNew && "animate-tint")}
          >
            {keys.map((key) => (
              <td
                key={key}
                className={
                  typeof row[key] === "number"
                    ? "border-b px-3 py-1.5 text-right tabular-nums"
                    : "max-w-96 truncate border-b px-3 py-1.5"
                }
              >
                <Value value={row[key]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
