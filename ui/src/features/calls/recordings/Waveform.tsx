/** How loud a recording is over its time, drawn; what was played is in the accent. */
export function Waveform({ peaks, played }: { peaks: readonly number[]; played: number }) {
  const height = 40;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${peaks.length * 3} ${height}`}
      preserveAspectRatio="none"
      className="h-10 w-full"
    >
      {peaks.map((peak, bar) => {
        const tall = Math.max(2, peak * height);
        const isPlayed = (bar + 0.5) / peaks.length <= played;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={bar}
            x={bar * 3}
            y={(height - tall) / 2}
            width={2}
            height={tall}
            rx={1}
            className={isPlayed ? "fill-accent" : "fill-n7"}
          />
        );
      })}
    </svg>
  );
}
