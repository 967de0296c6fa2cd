import { lazy } from "@/lib/lazy";

const locale = typeof navigator === "undefined" ? "en-US" : navigator.language;
// The time is laid into a day of UTC and written there: no zone moves it.
const written = (second?: "2-digit") =>
  lazy(
    () =>
      new Intl.DateTimeFormat(locale, {
        hour: "numeric",
        minute: "2-digit",
        ...(second ? { second } : {}),
        timeZone: "UTC",
      }),
  );
const short = written();
const long = written("2-digit");

/** A time of the day as people write it, the same in every zone; "" for what is none. */
export function formatClock(value: unknown): string {
  const [, hours, minutes, seconds] =
    /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(typeof value === "string" ? value : "") ?? [];
  const date = new Date(Date.UTC(2000, 0, 1, Number(hours), Number(minutes), Number(seconds ?? 0)));
  return Number.isNaN(date.getTime()) ? "" : (seconds ? long() : short()).format(date);
}
