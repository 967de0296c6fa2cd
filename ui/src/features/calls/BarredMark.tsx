import { DoNotCall } from "@/components/DoNotCall/DoNotCall";
import { useStanding } from "@/realtime";
import type { CallRecord } from "./objects";
import { theirNumber } from "./rules";

/** Tells that whoever is at the other end of a call is not to be called back. */
export function BarredMark({ call }: { call: CallRecord }) {
  return useStanding(theirNumber(call)).isBarred ? <DoNotCall /> : null;
}

/** The same among the buttons of a call's page. */
export function BarredAction({ record }: { record: object }) {
  return <BarredMark call={record as CallRecord} />;
}
