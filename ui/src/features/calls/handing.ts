import { serverTime } from "@/lib/serverTime";
import { command } from "@/realtime";
import { ledger, transact } from "@/store";
import type { CallRecord } from "./objects";
import { sayRefusal } from "./refusal";
import { followTransfer } from "./transferNews";

/** Does something with a call of mine, shown at once where it is known what comes of it; a refusal is said. */
async function change(
  call: CallRecord,
  fields: Record<string, unknown>,
  send: (id: string) => Promise<unknown>,
): Promise<boolean> {
  const id = crypto.randomUUID();
  transact((tx) => ledger.begin(tx, { command: id, object: "call", id: call.id, fields }));
  try {
    await send(id);
    return true;
  } catch (error) {
    sayRefusal(error);
    return false;
  } finally {
    transact((tx) => ledger.settle(tx, id));
  }
}

/** Puts the customer on hold, or takes him off it. */
export const holdCall = (call: CallRecord, on: boolean) =>
  change(call, { held_at: on ? new Date(serverTime.now()).toISOString() : null }, (id) =>
    command("call.hold", { id: call.id, on }, id),
  );

/** Offers a call of mine to a colleague, who takes over on answering, or after we have talked. */
export async function transferCall(
  call: CallRecord,
  user: { id: string; name: string },
  kind: "Cold" | "Warm",
): Promise<boolean> {
  const isSent = await change(call, {}, (id) =>
    command("call.transfer", { id: user.id, conference_id: call.id, transfer: kind }, id),
  );
  if (isSent) {
    followTransfer(call.id, user.name);
  }
  return isSent;
}

/** Hands over a call whose people have talked. */
export const completeTransfer = (call: CallRecord) =>
  change(call, {}, (id) => command("call.complete_transfer", { id: call.id }, id));

/** Takes a call back that was offered to a colleague. */
export const cancelTransfer = (call: CallRecord) =>
  change(call, {}, (id) => command("call.cancel_transfer", { id: call.id }, id));
