import { carryOut } from "@/api";
import { command, isConnected } from "@/realtime";
import { currentUserId, ledger, transact } from "@/store";
import type { CallRecord } from "./objects";
import { sayRefusal } from "./refusal";
import { isTransferring } from "./rules";

type Verb = "accept" | "decline" | "hangup";

const wordOf: Record<Verb, string> = { accept: "in-progress", decline: "declined", hangup: "completed" };

/** What a call that is handed to somebody shows of his answer. */
const answers: Record<Verb, string> = { accept: "accepted", decline: "declined", hangup: "returned" };

/** What the screen shows until the server's own word comes. */
function expected(verb: Verb, call: CallRecord, me: string): Record<string, unknown> {
  if (isTransferring(call) && call.transfer_to?.id === me) {
    return { transfer_state: answers[verb] };
  }
  if (verb === "hangup" && call.transfer_state === "talking") {
    return {}; // it goes on without me
  }
  if (verb === "accept") {
    return { user: { id: me } }; // it is up once both sides are connected, which the server tells
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
    sayRefusal(error);
    return false;
  }
}

/** Takes note of calls that I missed, in all of my browsers. */
export async function seeCalls(calls: readonly string[]): Promise<void> {
  const id = crypto.randomUUID();
  try {
    if (isConnected()) {
      await command("call.seen", { calls: [...calls] }, id);
    } else {
      await carryOut("POST /twilio/call/seen", { calls: [...calls], command: id });
    }
  } catch (error) {
    sayRefusal(error);
  }
}

export const acceptCall = (call: CallRecord) => act("accept", call);
export const declineCall = (call: CallRecord) => act("decline", call);

let leaving: Promise<unknown> = Promise.resolve();

/** Ends my part: a call that is being put through to me rings on for the others. */
export function hangUpCall(call: CallRecord): Promise<boolean> {
  const left = act(call.direction === "inbound" && call.status === "ringing" ? "decline" : "hangup", call);
  leaving = Promise.all([leaving, left]);
  return left;
}

/** Resolves when the server has answered what I hung up: a dial that reached it sooner would be a second call. */
export const hungUp = (): Promise<unknown> => leaving;
