import { clockTime, parseTime } from "@/lib/time";
import { colleaguesAtom, store } from "@/store";
import { handoverWords } from "./names";
import type { CallRecord } from "./objects";

/** A colleague took a call over from another. */
export interface Handover {
  from: string;
  to: string;
  at: string;
  transfer: string;
}

const nobody: readonly Handover[] = [];

/** The hand-overs of a call, the earliest first. */
export const handoversOf = (call: Pick<CallRecord, "transfers">): readonly Handover[] =>
  Array.isArray(call.transfers) ? (call.transfers as Handover[]) : nobody;

/** A hand-over in a few words: from, to and when. */
export function inWords({ from, to, at }: Handover, name: (id: string) => string): string {
  const date = parseTime(at);
  return handoverWords.handover(name(from), name(to), date ? clockTime(date) : "");
}

/** The hand-overs of a call in one line, for a cell of a list. */
export function handoverLine(call: Pick<CallRecord, "transfers">): string | null {
  const known = new Map(store.get(colleaguesAtom)?.map(({ id, name }) => [id, name]));
  const name = (id: string) => known.get(id) ?? handoverWords.somebody;
  return (
    handoversOf(call)
      .map((one) => inWords(one, name))
      .join("; ") || null
  );
}
