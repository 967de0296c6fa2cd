import type { Option, Property } from "@/api";
import type { PillTone } from "@/components/Pill/Pill";

/** What a field says of its options. */
export interface Choosing {
  property: Pick<Property, "enum" | "options">;
}

const optionOf = (value: unknown, field?: Choosing): Option | undefined =>
  field?.property.options?.find((option) => option.value === value);

/** The values that one may choose: those that are offered, and what is chosen already. */
export function choicesOf({ property }: Choosing, chosen: readonly string[] = []): string[] {
  const offered =
    property.options?.filter(({ active }) => active !== false).map(({ value }) => value) ??
    property.enum ??
    [];
  return [...offered, ...chosen.filter((value) => value !== "" && !offered.includes(value))];
}

/** The colour that somebody gave an option. */
export const choiceColor = (value: unknown, field?: Choosing) => optionOf(value, field)?.color;

/** What an option is called; without a label "no-answer" and "do_not_disturb" as words, and what is words as it is. */
export function choiceLabel(value: unknown, field?: Choosing): string {
  if (typeof value !== "string" || value === "") {
    return "";
  }
  const label = optionOf(value, field)?.label;
  if (label) {
    return label;
  }
  const words = value.replace(/[-_]/g, " ");
  return /^[a-z]/.test(value) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

const tones: Record<string, PillTone> = {
  active: "success",
  available: "success",
  delivered: "success",
  Open: "success",
  ringing: "success",
  "in-progress": "info",
  queued: "info",
  initializing: "info",
  "no-answer": "warning",
  missed: "danger",
  busy: "warning",
  undelivered: "warning",
  invited: "info",
  expired: "warning",
  failed: "danger",
};

export const choiceTone = (value: unknown): PillTone =>
  (typeof value === "string" ? tones[value] : undefined) ?? "neutral";
