import { cn } from "@/lib/cn";
import { duration } from "@/lib/time";
import type { Lane, Shape, Standing } from "./journal";
import { words } from "./messages";
import { Sparkline } from "./Sparkline";

/** How a bar looks: hold by stripes too, so that no colour alone tells it. */
export const looks: Record<string, string> = {
  ringing: "border border-success bg-success-soft",
  connecting: "border border-n8 border-dashed bg-n3",
  waiting: "border border-n8 bg-n4",
  talking: "bg-accent",
  holding: "border border-accent-line bg-accent-soft",
  held: "border border-warning bg-warning-soft bg-[repeating-linear-gradient(135deg,transparent_0_3px,var(--warning)_3px_4px)]",
};

const share = (part: number, whole: number) => `${Math.min(100, (part / whole) * 100)}%`;

interface LanesProps {
  shape: Shape;
  standing: ReadonlyMap<string, Standing>;
  position: number;
  name: (who: string) => string;
  onGo: (position: number) => void;
}

function Bars({ lane, length }: { lane: Lane; length: number }) {
  return (
    <div className="relative h-5">
      <span className="absolute inset-x-0 top-1/2 h-px bg-n5" />
      {lane.bars.map((bar) => (
        <span
          key={`${bar.from} ${bar.state}`}
          data-state={bar.state}
          data-tip={`${words.states[bar.state]} ${duration((bar.to - bar.from) / 1000)}`}
          className={cn("absolute inset-y-0 min-w-0.5 rounded-sm", looks[bar.state])}
          style={{ left: share(bar.from, length), width: share(bar.to - bar.from, length) }}
        />
      ))}
      {lane.spoke.map((span) => (
        <span
          key={span.from}
          data-spoke
          className="absolute top-[7px] h-1.5 min-w-px rounded-full bg-on-accent/85"
          style={{ left: share(span.from, length), width: share(span.to - span.from, length) }}
        />
      ))}
    </div>
  );
}

/** How somebody stands at the moment that is shown. */
function Stand({ standing }: { standing: Standing | undefined }) {
  const state = standing?.state ?? "none";
  return (
    <span className="flex items-center gap-1.5 truncate text-meta text-n11" data-standing={state}>
      <span aria-hidden className={cn("size-2 shrink-0 rounded-full", looks[state] ?? "bg-n6")} />
      {words.states[state] ?? state}
      {standing?.muted ? `, ${words.muted}` : ""}
    </span>
  );
}

const ticks = [0, 0.25, 0.5, 0.75, 1];

/** A line for each who had to do with the call: when it rang for him, when he talked, when he waited. */
export function Lanes({ shape, standing, position, name, onGo }: LanesProps) {
  const { lanes, length } = shape;
  return (
    <div className="grid grid-cols-[10rem_minmax(0,1fr)] gap-x-4 gap-y-3 @max-lg:grid-cols-1 @max-lg:gap-y-1.5">
      {lanes.map((lane) => (
        <div key={lane.who} data-lane={lane.who} className="contents">
          <div className="min-w-0 @max-lg:mt-1.5 @max-lg:flex @max-lg:items-baseline @max-lg:justify-between @max-lg:gap-3">
            <p className="truncate font-medium">{name(lane.who)}</p>
            <Stand standing={standing.get(lane.who)} />
          </div>
          {/* The slider below does the same by keys. */}
          <div
            className="relative min-w-0 cursor-pointer"
            aria-hidden
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect();
              onGo(((event.clientX - box.left) / box.width) * length);
            }}
          >
            <Bars lane={lane} length={length} />
            <Sparkline lane={lane} length={length} />
            <span
              className="absolute -inset-y-1 w-px bg-n12"
              style={{ left: share(position, length) }}
              data-playhead
            />
          </div>
        </div>
      ))}
      <div className="@max-lg:hidden" />
      <div aria-hidden className="relative h-4 text-meta text-n11 tabular-nums">
        {ticks.map((tick) => (
          <span
            key={tick}
            className={cn("absolute", tick === 1 ? "-translate-x-full" : tick > 0 && "-translate-x-1/2")}
            style={{ left: share(tick, 1) }}
          >
            {duration((length * tick) / 1000)}
          </span>
        ))}
      </div>
    </div>
  );
}
