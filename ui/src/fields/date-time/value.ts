import { listedTime, parseTime } from "@/lib/time";
import { momentOf, wallAt } from "@/lib/zone";
import { formatDay } from "../date/value";

/** Whether a value is a plain day: a filter compares moments with it as a whole. */
export const isPlainDay = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

export const formatMoment = (value: unknown): string => {
  if (isPlainDay(value)) {
    return formatDay(value);
  }
  const date = typeof value === "string" ? parseTime(value) : undefined;
  return date ? listedTime(date) : "";
};

const two = (part: number) => String(part).padStart(2, "0");

/** A moment as the browser's own control wants it, in the user's time zone. */
export function toLocalInput(value: unknown): string {
  const date = typeof value === "string" ? parseTime(value) : undefined;
  if (!date) {
    return "";
  }
  const { year, month, day, hour, minute } = wallAt(date);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** The moment of a local control's value, in UTC as the API takes it; null for none. */
export function fromLocalInput(typed: string): string | null {
  const parts = /^(\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/
    .exec(typed)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (!parts) {
    return null;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = momentOf({ year, month, day, hour, minute, second });
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
