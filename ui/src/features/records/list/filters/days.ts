import type { FieldSpec } from "@/fields";

/** The stretches of time that are offered; the server knows where they begin for whom. */
export const dayWords = [
  "TODAY",
  "YESTERDAY",
  "THIS WEEK",
  "LAST WEEK",
  "THIS MONTH",
  "LAST MONTH",
  "THIS QUARTER",
  "LAST QUARTER",
  "THIS YEAR",
  "LAST YEAR",
];

export const isDated = ({ kind }: FieldSpec): boolean => kind === "date" || kind === "date-time";

const pattern =
  /^(NOW|TODAY|YESTERDAY|TOMORROW|(THIS|LAST|NEXT) (DAY|WEEK|MONTH|QUARTER|YEAR)|(LAST|NEXT) \d+ (MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR)S?)$/;

/** The word for days that a value is, as the server writes it; those too that only other clients save. */
export function dayWordOf(value: unknown): string | undefined {
  const word = typeof value === "string" ? value.trim().replace(/\s+/g, " ").toUpperCase() : "";
  return pattern.test(word) ? word : undefined;
}
