import { carryOut } from "@/api";
import type { CallRecord } from "./objects";

/** Places an outbound call; throws what the server refused. */
export async function placeCall(to: string): Promise<CallRecord> {
  return (await carryOut("POST /twilio/call", { to, command: crypto.randomUUID() })) as CallRecord;
}
