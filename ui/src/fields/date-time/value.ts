import { listedTime, parseTime } from "@/lib/time";

export const formatMoment = (value: unknown): string => {
  const date = typeof value === "string" ? parseTime(value) : undefined;
  return date ? listedTime(date) : "";
};

const two = (part: number) => String(part).padStart(2, "0");

/** A moment as the browser's own control wants it, in the zone of the person in front of it. */
export function toLocalInput(value: unknown): string {
  const date = typeof value === "string" ? parseTime(value) : undefined;
  if (!date) {
    return "";
  }
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment of a local control's value, in UTC as the API takes it; null for none. */
export function fromLocalInput(typed: string): string | null {
  const date = /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(typed) ? new Date(typed) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
