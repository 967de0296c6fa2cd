import { carryOut } from "@/api";
import type { CallRecord } from "./objects";
import { expectCall, preparePhone } from "./phone/phone";

/** Places an outbound call by this browser's phone; throws what the phone or the server refused. */
export async function placeCall(to: string): Promise<CallRecord> {
  const problem = await preparePhone();
  if (problem) {
    throw new Error(problem);
  }
  const call = (await carryOut("POST /twilio/call", { to, command: crypto.randomUUID() })) as CallRecord;
  expectCall(call.id);
  return call;
}
