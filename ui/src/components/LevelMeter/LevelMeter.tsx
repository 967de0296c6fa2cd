import { useEffect, useRef } from "react";
import { cn } from "@/lib/cn";
import { watchLevel } from "@/lib/soundLevel";

interface LevelMeterProps {
  label: string;
  /** What is listened to; nothing yet is silence. */
  stream: MediaStream | undefined;
  className?: string;
}

/** How loud something sounds, live. */
export function LevelMeter({ label, stream, className }: LevelMeterProps) {
  const meter = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stream === undefined) {
      return;
    }
    const end = new AbortController();
    const tell = (level: number) => {
      meter.current?.setAttribute("aria-valuenow", String(level));
      if (bar.current) {
        bar.current.style.scale = `${level / 100} 1`; // the property that the class sets
      }
    };
    watchLevel(stream, tell, end.signal);
    return () => end.abort();
  }, [stream]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a meter element each in a way of its own
    <div
      ref={meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className={cn("h-2 overflow-hidden rounded-full bg-n5", className)}
    >
      <div ref={bar} className="h-full origin-left scale-x-0 rounded-full bg-success-solid" />
    </div>
  );
}
