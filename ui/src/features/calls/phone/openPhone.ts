import { carryOut } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { recall, remember } from "@/lib/storage";
import { command, isConnected } from "@/realtime";
import { currentUserId, store } from "@/store";
import { ownLiveCallsAtom } from "../liveCalls";
import { holdsLine } from "../rules";
import { SharedPhone } from "./SharedPhone";
import { lineKey, phoneAtom, type Softphone } from "./softphone";
import { type KeptLine, VoicePhone } from "./VoicePhone";

/** Opens the phone of somebody who is signed in. */
export function openPhone(user: string, organization: string): Softphone {
  const isMine = (id: string) =>
    (store.get(ownLiveCallsAtom) ?? []).some(
      (call) => call.id === id && holdsLine(call, currentUserId() ?? ""),
    );
  const key = lineKey(user);
  return new SharedPhone(
    `switchboard.phone.${user}`,
    (changed) =>
      new VoicePhone({
        fetchToken: () => carryOut("GET /twilio/token/{id}", { id: organization }),
        isMine,
        keep: (line) => remember(key, line && JSON.stringify(line)),
        kept: () => {
          const line = recall(key);
          return line === undefined ? undefined : (JSON.parse(line) as KeptLine);
        },
        changed,
        failed: toast.error,
        report: (call, reports) =>
          isConnected()
            ? command("call.report", { id: call, reports })
            : carryOut("POST /twilio/call/{id}/report", { id: call, reports }),
      }),
    (state) => {
      store.set(phoneAtom, state);
      if (import.meta.env.MODE === "e2e") {
        document.documentElement.dataset.phone = state.stage;
      }
    },
  );
}
