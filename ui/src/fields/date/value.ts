import { lazy } from "@/lib/lazy";

const locale = typeof navigator === "undefined" ? "en-US" : navigator.language;
// The day is laid into UTC and written there: no zone moves it.
const written = lazy(
  () => new Intl.DateTimeFormat(locale, { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" }),
);

/** A day as people write it, the same in every zone; "" for what is none. */
export function formatDay(value: unknown): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typeof value === "string" ? value : "") ?? [];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(date.getTime()) ? "" : written().format(date);
}
