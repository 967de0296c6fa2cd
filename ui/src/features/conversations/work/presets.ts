import { dayAt, daysToMonday, localIn, momentIn } from "../compose/zones";
import { words } from "./messages";

const hour = 3_600_000;
const morning = 9;
const evening = 18;

/** Until when conversations are snoozed most, by the reader's clock; what is over is not offered. */
export function presetsIn(zone: string, now: Date): readonly (readonly [label: string, at: Date])[] {
  const at = (local: string) => momentIn(zone, local) ?? now;
  const all = [
    [words.inAnHour, new Date(now.getTime() + hour)],
    [words.evening, at(dayAt(zone, now, 0, evening))],
    [words.tomorrow, at(dayAt(zone, now, 1, morning))],
    [words.monday, at(dayAt(zone, now, daysToMonday(zone, now), morning))],
  ] as const;
  return all.filter(([, moment]) => moment.getTime() > now.getTime());
}

/** A time as its field holds it, an hour from now. */
export const firstLocal = (zone: string, now: Date) => localIn(zone, new Date(now.getTime() + hour));
