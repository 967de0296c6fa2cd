import type { CallRecord } from "./objects";

type Ended = Pick<CallRecord, "direction" | "status">;

/** Whether a call came in and ended before anybody was connected, however the provider ended it. */
export const isMissed = ({ direction, status }: Ended) =>
  direction === "inbound" && (status === "no-answer" || status === "canceled");

/** The status as it is shown: what is missed is called so everywhere. */
export const shownStatus = (call: Ended) => (isMissed(call) ? "missed" : call.status);

/** What ended calls of both directions are called: those that came in are missed. */
export const statusChoices = { "no-answer": "Missed or no answer", canceled: "Missed or canceled" } as const;
