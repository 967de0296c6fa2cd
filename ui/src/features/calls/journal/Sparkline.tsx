import { TriangleAlert } from "lucide-react";
import type { Lane } from "./journal";
import { words } from "./messages";

const best = 4.5;
const height = 20;

const y = (mos: number) => height - 1 - ((Math.min(best, Math.max(1, mos)) - 1) / (best - 1)) * (height - 2);

/** How good somebody's line was over the call (MOS), with the moments at which his phone found it bad. */
export function Sparkline({ lane, length }: { lane: Lane; length: number }) {
  const { points, warnings } = lane;
  if (points.length === 0 && warnings.length === 0) {
    return null;
  }
  const x = (at: number) => (at / length) * 1000;
  const first = points[0];
  const path = points.map(({ at, mos }) => `${x(at).toFixed(1)},${y(mos).toFixed(1)}`).join(" ");
  const mean = points.reduce((sum, { mos }) => sum + mos, 0) / Math.max(1, points.length);
  return (
    <div
      className="relative mt-1"
      data-sparkline
      data-tip={points.length > 0 ? words.line(mean.toFixed(1)) : words.troubled}
    >
      <svg
        viewBox={`0 0 1000 ${height}`}
        preserveAspectRatio="none"
        className="block h-5 w-full overflow-visible"
        aria-hidden="true"
      >
        <line
          x1="0"
          x2="1000"
          y1={y(best)}
          y2={y(best)}
          className="stroke-n5"
          vectorEffect="non-scaling-stroke"
        />
        {points.length === 1 && first ? (
          <line
            x1={Math.max(0, x(first.at) - 40)}
            x2={x(first.at)}
            y1={y(first.mos)}
            y2={y(first.mos)}
            className="stroke-info"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        ) : (
          <polyline
            points={path}
            fill="none"
            className="stroke-info"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {warnings.map((at) => (
        <TriangleAlert
          key={at}
          data-warning
          className="absolute top-0 size-3 -translate-x-1/2 fill-warning-soft text-warning"
          style={{ left: `${(at / length) * 100}%` }}
        />
      ))}
    </div>
  );
}
