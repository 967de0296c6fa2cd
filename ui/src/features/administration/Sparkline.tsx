interface SparklineProps {
  values: readonly number[];
  /** How many values fill the whole width; fewer stand at the right. */
  capacity: number;
  label: string;
  className?: string;
}

const width = 240;
const height = 48;

/** The recent course of a figure, newest at the right. */
export function Sparkline({ values, capacity, label, className }: SparklineProps) {
  const most = Math.max(1, ...values);
  const step = width / (capacity - 1);
  const points = values.map((value, index) => {
    const x = width - (values.length - 1 - index) * step;
    const y = height - 2 - (value / most) * (height - 6);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const first = width - (values.length - 1) * step;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={className}
    >
      <line
        x1="0"
        x2={width}
        y1={height - 1}
        y2={height - 1}
        className="stroke-n6"
        vectorEffect="non-scaling-stroke"
      />
      {points.length > 1 ? (
        <>
          <polygon
            points={`${first.toFixed(1)},${height - 1} ${points.join(" ")} ${width},${height - 1}`}
            className="fill-accent-soft"
          />
          <polyline
            points={points.join(" ")}
            className="fill-none stroke-accent"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      ) : null}
    </svg>
  );
}
