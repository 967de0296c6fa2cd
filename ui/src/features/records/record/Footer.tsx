import type { WireRecord } from "@/api";
import { referenceOf } from "@/fields/lookup/value";
import { cn } from "@/lib/cn";
import { parseTime, shortTime } from "@/lib/time";
import { useZone } from "@/lib/zone";
import { words } from "../messages";

/** When the record was made and last changed, and by whom, in one line. */
export function Footer({ record, className }: { record: WireRecord; className?: string }) {
  useZone();
  const say = (at: unknown, by: unknown, sentence: (when: string, who: string) => string) => {
    const date = parseTime(typeof at === "string" ? at : undefined);
    return date ? sentence(shortTime(date), referenceOf(by)?.name ?? "") : "";
  };
  const facts = record as Record<string, unknown>;
  const text = [
    say(facts.created_date, facts.created_by, words.createdLine),
    say(facts.modified_date, facts.modified_by, words.changedLine),
  ].filter(Boolean);
  return text.length > 0 ? <p className={cn("text-meta text-n10", className)}>{text.join(" · ")}</p> : null;
}
