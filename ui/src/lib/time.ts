import { dayAt, wallAt, zone } from "./zone";

const locale = typeof navigator === "undefined" ? "en-US" : navigator.language;

/** A way to write times, in the user's zone. */
function written(options: Intl.DateTimeFormatOptions) {
  let made: { zone: string | undefined; format: Intl.DateTimeFormat } | undefined;
  return {
    format: (date: Date): string => {
      if (!made || made.zone !== zone()) {
        made = { zone: zone(), format: new Intl.DateTimeFormat(locale, { ...options, timeZone: zone() }) };
      }
      return made.format.format(date);
    },
  };
}

const clock = written({ hour: "numeric", minute: "2-digit" });
const weekday = written({ weekday: "short" });
const longWeekday = written({ weekday: "long" });
const dayAndMonth = written({ month: "short", day: "numeric" });
const fullDate = written({ year: "numeric", month: "short", day: "numeric" });
const longDay = written({ weekday: "long", month: "long", day: "numeric" });
const exact = written({ dateStyle: "full", timeStyle: "long" });
const listed = written({
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

const isSameYear = (left: Date, right: Date) => wallAt(left).year === wallAt(right).year;

export function parseTime(text: string | null | undefined): Date | undefined {
  if (!text) {
    return undefined;
  }
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The time of today, the weekday of this week, else the date: for rows. */
export function shortTime(date: Date, now = new Date()): string {
  const days = dayAt(now) - dayAt(date);
  if (days === 0) {
    return clock.format(date);
  }
  if (days > 0 && days < 7) {
    return weekday.format(date);
  }
  return isSameYear(date, now) ? dayAndMonth.format(date) : fullDate.format(date);
}

export const clockTime = (date: Date) => clock.format(date);
export const exactTime = (date: Date) => exact.format(date);
export const listedTime = (date: Date) => listed.format(date);

/** The line between the days of a thread. */
export function dayName(date: Date, words: { today: string; yesterday: string }, now = new Date()): string {
  const days = dayAt(now) - dayAt(date);
  if (days === 0) {
    return words.today;
  }
  if (days === 1) {
    return words.yesterday;
  }
  return longDay.format(date);
}

/** A day that is spoken of: today, yesterday, the weekday of this week, else the date. */
export function nearDay(date: Date, words: { today: string; yesterday: string }, now = new Date()): string {
  const days = dayAt(now) - dayAt(date);
  if (days === 0 || days === 1) {
    return days === 0 ? words.today : words.yesterday;
  }
  if (days > 1 && days < 7) {
    return longWeekday.format(date);
  }
  return isSameYear(date, now) ? dayAndMonth.format(date) : fullDate.format(date);
}

export const isSameDay = (left: Date, right: Date) => dayAt(left) === dayAt(right);

/** 0:07, 12:34, 1:02:03. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const rest = String(whole % 60).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
