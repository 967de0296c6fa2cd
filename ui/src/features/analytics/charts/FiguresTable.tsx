import { words } from "../messages";
import type { Figures } from "./api";
import { figureText, labelOf } from "./figures";

/** The figures of a chart, one row per point. */
export function FiguresTable({ figures, label }: { figures: Figures; label: string }) {
  const { x, series, data } = figures;
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b">
          {x ? (
            <th scope="col" className="sticky top-0 bg-surface px-4 py-2 font-medium text-meta text-n11">
              {x.label}
            </th>
          ) : null}
          {series.map(({ key, label: title }) => (
            <th
              key={key}
              scope="col"
              className="sticky top-0 bg-surface px-4 py-2 text-right font-medium text-meta text-n11"
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map((point, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points have no identity but their place
          <tr key={at} className="border-b last:border-b-0">
            {x ? (
              <th scope="row" dir="auto" className="max-w-80 truncate px-4 py-1.5 font-normal">
                {labelOf(point) || words.noLabel}
              </th>
            ) : null}
            {series.map(({ key }) => (
              <td key={key} className="px-4 py-1.5 text-right tabular-nums">
                {figureText(point[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
