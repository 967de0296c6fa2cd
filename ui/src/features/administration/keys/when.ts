import { lazy } from "@/lib/lazy";
import type { End } from "./messages";

const units = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const writer = lazy(() => new Intl.RelativeTimeFormat("en", { numeric: "always" }));

/** How long ago a moment was, or in what time it comes; undefined within a minute of now. */
export function fromNow(at: string, now: number): string | undefined {
  const away = Date.parse(at) - now;
  const unit = units.find(([, length]) => Math.abs(away) >= length);
  return unit && writer().format(Math.trunc(away / unit[1]), unit[0]);
}

const days: Record<Exclude<End, "never">, number> = { d30: 30, d90: 90, d365: 365 };

/** When a key ends that is made now; undefined for one without end. */
export const endOf = (end: End, now: number): string | undefined =>
  end === "never" ? undefined : new Date(now + days[end] * 86_400_000).toISOString();
