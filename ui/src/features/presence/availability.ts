import { api, type CallStatus } from "@/api";
import { identityAtom, store, transact } from "@/store";

/** The states a person can choose; the rest follow from calls, activity and connections. */
export const choices = [
  "available",
  "busy",
  "away",
  "do_not_disturb",
] as const satisfies readonly CallStatus[];

function show(status: CallStatus): void {
  transact((tx) => {
    const identity = tx.get(identityAtom);
    if (identity) {
      const availability = identity.user.availability;
      const call_availability = { ...availability?.call_availability, call_status: status };
      tx.set(identityAtom, {
        ...identity,
        user: { ...identity.user, availability: { ...availability, call_availability } },
      });
    }
  });
}

/** Shows the choice at once; a refusal puts the former one back and is thrown on. */
export async function chooseAvailability(status: CallStatus): Promise<void> {
  const before = store.get(identityAtom)?.user.availability?.call_availability?.call_status;
  show(status);
  try {
    await api.post("/v1/twilio/call/available", { call_status: status });
  } catch (error) {
    if (before !== undefined) {
      show(before);
    }
    throw error;
  }
}
