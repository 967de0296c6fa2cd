import { compareMoments } from "@/lib/compare";
import { readNumber } from "@/lib/phoneNumber";
import type { Person, SimulatedCall } from "./api";

const over = new Set(["completed", "busy", "failed", "no-answer", "canceled"]);

export const isOver = (call: SimulatedCall): boolean => call.ended_at !== null || over.has(call.status);

/** Only a call of ours that rings at the other side can be answered there. */
export const canAnswer = (call: SimulatedCall): boolean =>
  call.direction === "outbound" && call.answered_at === null && !isOver(call);

/** Whether somebody outside is on the phone, who can be spoken for. */
export const canTalk = (call: SimulatedCall): boolean => call.answered_at !== null && !isOver(call);

/** The party outside. */
export const outsideNumber = (call: Pick<SimulatedCall, "direction" | "from" | "to">): string =>
  call.direction === "inbound" ? call.from : call.to;

export const ourNumber = (call: Pick<SimulatedCall, "direction" | "from" | "to">): string =>
  call.direction === "inbound" ? call.to : call.from;

/** Who speaks for what was typed: a number stands for itself. */
export function typedPerson(typed: string): Person | undefined {
  const number = readNumber(typed, "US")?.number;
  return number === undefined ? undefined : { id: number, name: number, number };
}

/** Calls that live first, then the latest that are over. */
export function ordered(calls: readonly SimulatedCall[], most: number): SimulatedCall[] {
  const latest = [...calls].sort((left, right) => compareMoments(right.started_at, left.started_at));
  return [...latest.filter((call) => !isOver(call)), ...latest.filter(isOver).slice(0, most)];
}
