import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import { duration } from "@/lib/time";
import type { Shape } from "./journal";
import { words } from "./messages";
import { type Replay, speeds } from "./useReplay";

interface ControlsProps {
  replay: Replay;
  shape: Shape;
  sentence: string;
}

/** Steps through a call, or plays it as time went. */
export function Controls({ replay, shape, sentence }: ControlsProps) {
  const { index, isPlaying, speed, position, go } = replay;
  const last = shape.told.length - 1;
  return (
    <fieldset aria-label={words.replay} className="min-w-0 flex flex-wrap items-center gap-x-3 gap-y-2">
      {/* Not disabled at the ends: the focus would be lost, and with it the keys that step. */}
      <div className="-ml-2 flex items-center *:aria-disabled:opacity-40">
        <IconButton
          label={words.first}
          aria-disabled={index <= 0}
          onClick={() => go(0)}
          icon={<SkipBack className="size-4" />}
        />
        <IconButton
          label={words.back}
          aria-disabled={index <= 0}
          onClick={() => go(index - 1)}
          icon={<StepBack className="size-4" />}
        />
        <IconButton
          label={isPlaying ? words.pause : words.play}
          onClick={replay.toggle}
          icon={isPlaying ? <Pause className="size-4" /> : <Play className="size-4" />}
        />
        <IconButton
          label={words.forward}
          aria-disabled={index >= last}
          onClick={() => go(index + 1)}
          icon={<StepForward className="size-4" />}
        />
        <IconButton
          label={words.last}
          aria-disabled={index >= last}
          onClick={() => go(last)}
          icon={<SkipForward className="size-4" />}
        />
      </div>
      <input
        type="range"
        aria-label={words.position}
        aria-valuetext={words.step(index + 1, last + 1, sentence)}
        min={0}
        max={last}
        value={index}
        onChange={(event) => go(Number(event.target.value))}
        className="h-6 min-w-32 flex-1 accent-accent"
      />
      <span className="text-meta text-n11 tabular-nums">
        {duration(position / 1000)} / {duration(shape.length / 1000)}
      </span>
      <fieldset aria-label={words.speed} className="flex rounded border">
        {speeds.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === speed}
            onClick={() => replay.setSpeed(one)}
            className={cn(
              "h-7 px-2 font-medium text-meta tabular-nums first:rounded-l last:rounded-r",
              one === speed ? "bg-accent-soft text-accent-text" : "text-n11 hover:bg-n3",
            )}
          >
            {words.times(one)}
          </button>
        ))}
      </fieldset>
    </fieldset>
  );
}
