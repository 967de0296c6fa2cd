import type { CallStatus } from "@/api";
import { isLive } from "./liveCalls";
import type { CallRecord } from "./objects";

const names = (list: CallRecord["candidates"], id: string) => list?.some((one) => one.id === id) === true;

const underWay: ReadonlySet<string> = new Set(["pending", "accepted", "talking"]);

/** Whether a call is being handed to somebody else: it rings for him, or he is there already. */
export const isTransferring = (call: CallRecord) => isLive(call) && underWay.has(call.transfer_state ?? "");

/** Whether a call is being handed to this user. */
const comesTo = (call: CallRecord, userId: string) => isTransferring(call) && call.transfer_to?.id === userId;

/** Whether a call that somebody hands to this user asks for his answer, whatever he has chosen to be. */
const isOfferedTo = (call: CallRecord, userId: string) =>
  call.transfer_state === "pending" && comesTo(call, userId);

/**
 * Whether a ringing call asks for this user's answer: inbound, and his own or one that rings for
 * him while he is available. A call that he declined, or that somebody took, asks no more.
 */
export function ringsFor(call: CallRecord, userId: string, status: CallStatus): boolean {
  if (isOfferedTo(call, userId)) {
    return true;
  }
  if (
    call.status !== "ringing" ||
    call.direction !== "inbound" ||
    call.user ||
    names(call.declined_by, userId)
  ) {
    return false;
  }
  const isCandidate = !call.candidates || call.candidates.length === 0 || names(call.candidates, userId);
  return status === "available" && isCandidate;
}

/** Whether this user may take a ringing call, also one that he declined and thinks again about. */
export function mayTake(call: CallRecord, userId: string, isSupervisor: boolean): boolean {
  if (isOfferedTo(call, userId)) {
    return true;
  }
  return (
    call.status === "ringing" &&
    call.direction === "inbound" &&
    !call.user &&
    (isSupervisor || names(call.candidates, userId))
  );
}

/** Whether the line is this user's: a call that he is on, that he places, or that is being put through to him. */
export const holdsLine = (call: CallRecord, userId: string) =>
  isLive(call) && (call.user?.id === userId || (comesTo(call, userId) && call.transfer_state !== "pending"));

/** Since when a call's clocks count: the hold, the talk, or before it the ringing. */
export const countsFrom = (call: CallRecord) =>
  call.held_at ??
  (call.status === "in-progress" ? call.answered_at : undefined) ??
  call.start_time ??
  call.created_date;

/** Whether a call rang for this user and ended before anybody took it. */
export const wasMissedBy = (call: CallRecord, userId: string) =>
  call.direction === "inbound" && !isLive(call) && !call.answered_at && names(call.candidates, userId);

export const hasSeen = (call: CallRecord, userId: string) => names(call.seen_by, userId);

/** The other side of a call as it is called: the customer's number in E.164. */
export const theirNumber = (call: CallRecord) =>
  call.direction === "inbound" ? call.from_number : call.to_number;

/** The other side of a call: the customer's number. */
export function customerNumber(call: CallRecord): string {
  const inbound = call.direction === "inbound";
  return (
    (inbound ? call.from_formatted : call.to_formatted) ?? (inbound ? call.from_number : call.to_number) ?? ""
  );
}

/** Our side of a call. */
export function ownNumber(call: CallRecord): string {
  const inbound = call.direction === "inbound";
  return (
    (inbound ? call.to_formatted : call.from_formatted) ?? (inbound ? call.to_number : call.from_number) ?? ""
  );
}
