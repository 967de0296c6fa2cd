import { carryOut } from "@/api";
import { hungUp } from "./commands";
import type { CallRecord } from "./objects";
import { phoneWords } from "./phone/messages";
import { expectCall, prepareToCall } from "./phone/phone";
import { PhoneProblem } from "./refusal";
import { soundOutgoing } from "./ringing/useRing";

/** Places an outbound call by this browser's phone, to a contact where it is his number; throws what the phone or the server refused. */
export async function placeCall(to: string, contact?: string): Promise<CallRecord> {
  if (to.trim() === "") {
    throw new PhoneProblem(phoneWords.notReadyToCall);
  }
  const [problem] = await Promise.all([prepareToCall(), hungUp()]);
  if (problem) {
    throw new PhoneProblem(problem);
  }
  const call = (await carryOut("POST /twilio/call", {
    to,
    contact,
    command: crypto.randomUUID(),
  })) as CallRecord;
  expectCall(call.id);
  soundOutgoing();
  return call;
}
