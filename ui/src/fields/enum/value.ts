import type { PillTone } from "@/components/Pill/Pill";

/** "no-answer" and "do_not_disturb" as words; what already is words stays. */
export function choiceLabel(value: unknown): string {
  if (typeof value !== "string" || value === "") {
    return "";
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
  busy: "warning",
  undelivered: "warning",
  invited: "info",
  expired: "warning",
  failed: "danger",
};

export const choiceTone = (value: unknown): PillTone =>
  (typeof value === "string" ? tones[value] : undefined) ?? "neutral";
