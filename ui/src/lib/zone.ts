import { useSyncExternalStore } from "react";
import { lazy } from "./lazy";

/** A wall clock: what calendar and clock show in the user's time zone. */
export interface Wall {
  year: number;
  /** From 1. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

let own: string | undefined;
let reader: Intl.DateTimeFormat | undefined;
const followers = new Set<() => void>();

/** The zone that the browser goes by. */
export const browserZone = lazy(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The user's own time zone; undefined where the browser's is meant. */
export const zone = (): string | undefined => own;

/** Takes the zone that the user's record holds. Without one, times are shown in the browser's. */
export function adoptZone(name: unknown): void {
  const next =
    typeof name === "string" && name !== "" && name !== browserZone() && isKnown(name) ? name : undefined;
  if (next === own) {
    return;
  }
  own = next;
  reader = undefined;
  for (const follow of followers) {
    follow();
  }
}

function follow(told: () => void): () => void {
  followers.add(told);
  return () => {
    followers.delete(told);
  };
}

/** Renders again when the user's zone changes: for what shows or takes times. */
export const useZone = (): string | undefined => useSyncExternalStore(follow, zone);

/** What the clock on the wall shows at a moment, in the user's zone. */
export function wallAt(date: Date): Wall {
  if (own === undefined) {
    return {
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
    };
  }
  reader ??= new Intl.DateTimeFormat("en-US", {
    calendar: "gregory",
    numberingSystem: "latn",
    timeZone: own,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const wall: Wall = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of reader.formatToParts(date)) {
    if (type in wall) {
      wall[type as keyof Wall] = Number(value);
    }
  }
  return wall;
}

/** A wall clock as if it were in UTC: two of them can be compared and counted. */
function inUTC({ year, month, day, hour, minute, second }: Wall): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second);
}

const dayLength = 86_400_000;

/** The number of a moment's day in the user's zone: neighbors differ by one, also where clocks change. */
export function dayAt(date: Date): number {
  const { year, month, day } = wallAt(date);
  return inUTC({ year, month, day, hour: 0, minute: 0, second: 0 }) / dayLength;
}

const distance = (date: Date) => inUTC(wallAt(date)) - Math.floor(date.getTime() / 1_000) * 1_000;

/**
 * The moment at which the clock on the user's wall shows this. Of two, the first; where clocks are put forward over
 * it, the moment that lies as far behind the change.
 */
export function momentOf(wall: Wall): Date {
  const shown = inUTC(wall);
  const before = new Date(shown - distance(new Date(shown - dayLength)));
  const after = new Date(shown - distance(new Date(shown + dayLength)));
  return inUTC(wallAt(before)) !== shown && inUTC(wallAt(after)) === shown ? after : before;
}
