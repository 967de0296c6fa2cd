import { carryOut, detailOf } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { command, isConnected } from "@/realtime";
import { currentUserId, ledger, transact } from "@/store";
import type { CallRecord } from "./objects";

type Verb = "accept" | "decline" | "hangup";

const wordOf: Record<Verb, string> = { accept: "in-progress", decline: "declined", hangup: "completed" };

/** What the screen shows until the server's own word comes. */
function expected(verb: Verb, call: CallRecord, me: string): Record<string, unknown> {
  if (verb === "accept") {
    return { status: "in-progress", user: { id: me }, answered_at: new Date().toISOString() };
  }
  return verb === "hangup"
    ? { status: "completed" }
    : { declined_by: [...(call.declined_by ?? []), { id: me }] };
}

/**
 * Acts on a call: shown at once, sent over the socket, or by REST where there is none. A refusal (somebody
 * else was first) puts the call back as it is and is said.
 */
async function act(verb: Verb, call: CallRecord): Promise<boolean> {
  const me = currentUserId();
  if (me === undefined) {
    return false;
  }
  const id = crypto.randomUUID();
  transact((tx) =>
    ledger.begin(tx, { command: id, object: "call", id: call.id, fields: expected(verb, call, me) }),
  );
  try {
    if (isConnected()) {
      await command(`call.${verb}`, { id: call.id }, id);
    } else {
      const body = { id: call.id, sid: call.sid, user: me, status: wordOf[verb], command: id };
      await carryOut("PATCH /twilio/call", body);
    }
    return true;
  } catch (error) {
    transact((tx) => ledger.settle(tx, id));
    toast.error(detailOf(error));
    return false;
  }
}

export const acceptCall = (call: CallRecord) => act("accept", call);
export const declineCall = (call: CallRecord) => act("decline", call);
export const hangUpCall = (call: CallRecord) => act("hangup", call);
