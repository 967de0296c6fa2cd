/** How far something has got, 0 to 1; undefined while nobody knows. */
export function ProgressBar({ label, part }: { label: string; part: number | undefined }) {
  const percent = part === undefined ? undefined : Math.round(100 * part);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === undefined ? {} : { "aria-valuenow": percent })}
      className="h-2 overflow-hidden rounded-full bg-n5"
    >
      <div
        style={{ width: `${percent ?? 100}%` }}
        className={
          percent === undefined
            ? "h-full rounded-full bg-accent opacity-40 motion-safe:animate-pulse"
            : "h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-180"
        }
      />
    </div>
  );
}
