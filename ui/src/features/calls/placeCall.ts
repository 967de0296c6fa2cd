import { api } from "@/api";
import type { CallRecord } from "./objects";

/** Places an outbound call; throws what the server refused. */
export async function placeCall(to: string): Promise<CallRecord> {
  return (await api.post<CallRecord>("/v1/twilio/call", { to, command: crypto.randomUUID() })).data;
}
