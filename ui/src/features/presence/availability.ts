import { type CallStatus, carryOut, type UserRecord } from "@/api";
import { currentUserId, optimistic, peek } from "@/store";

/** The states a person can choose; the rest follow from calls, activity and connections. */
export const choices = [
  "available",
  "busy",
  "away",
  "do_not_disturb",
] as const satisfies readonly CallStatus[];

/** Shows the choice at once; a refusal puts the former one back and is thrown on. */
export async function chooseAvailability(status: CallStatus): Promise<void> {
  const id = currentUserId();
  const had = id === undefined ? undefined : peek("user", id);
  if (!had) {
    return;
  }
  const { id: user, version, availability } = had.record as UserRecord;
  const call_availability = { ...availability?.call_availability, call_status: status };
  const fields = { availability: { ...availability, call_availability } };
  await optimistic("user", user, fields, async (command) => {
    await carryOut("POST /twilio/call/available", { call_status: status, command });
    // The answer tells no version: it holds until a newer state is told.
    return { id: user, version, ...fields };
  });
}
