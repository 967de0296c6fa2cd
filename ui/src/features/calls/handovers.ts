import type { CallRecord } from "./objects";

/** A colleague took a call over from another. */
export interface Handover {
  from: string;
  to: string;
  at: string;
  transfer: string;
}

const nobody: readonly Handover[] = [];

/** The hand-overs that a call's field transfers holds, the earliest first. */
export const handoversOf = (transfers: CallRecord["transfers"]): readonly Handover[] =>
  Array.isArray(transfers) ? (transfers as Handover[]) : nobody;

export const handoverWords = {
  handovers: "Hand-overs",
  handedTo: "handed the call to",
  handover: (from: string, to: string, time: string) => `${from} → ${to}${time ? `, ${time}` : ""}`,
  somebody: "Someone",
};
