import { carryOut } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { recall, remember } from "@/lib/storage";
import { command, isConnected } from "@/realtime";
import { currentUserId, store } from "@/store";
import { ownLiveCallsAtom } from "../liveCalls";
import { wantedDevicesAtom } from "../phoneSettings";
import { holdsLine } from "../rules";
import { watchMicrophone } from "./microphone";
import { SharedPhone } from "./SharedPhone";
import { lineKey, microphoneAtom, phoneAtom, problemAtom, type Softphone } from "./softphone";
import { type KeptLine, VoicePhone } from "./VoicePhone";

/** Opens the phone of somebody who is signed in. */
export function openPhone(user: string, organization: string): Softphone {
  const isMine = (id: string) =>
    (store.get(ownLiveCallsAtom) ?? []).some(
      (call) => call.id === id && holdsLine(call, currentUserId() ?? ""),
    );
  const key = lineKey(user);
  const unwatch = watchMicrophone((isThere) => store.set(microphoneAtom, isThere));
  return new SharedPhone(
    `switchboard.phone.${user}`,
    (changed) =>
      new VoicePhone({
        fetchToken: () => carryOut("GET /twilio/token/{id}", { id: organization }),
        isMine,
        keep: (lines) => remember(key, lines.length > 0 ? JSON.stringify(lines) : undefined),
        kept: () => {
          const lines = JSON.parse(recall(key) ?? "[]") as KeptLine | KeptLine[];
          return Array.isArray(lines) ? lines : [lines]; // an earlier release kept one
        },
        devices: () => store.get(wantedDevicesAtom),
        changed,
        failed: toast.error,
        report: (call, reports) =>
          isConnected()
            ? command("call.report", { id: call, reports })
            : carryOut("POST /twilio/call/{id}/report", { id: call, reports }),
      }),
    (state) => {
      store.set(phoneAtom, state);
      if (state.stage === "off") {
        unwatch();
        store.set(microphoneAtom, undefined);
        store.set(problemAtom, undefined);
      }
      if (import.meta.env.MODE === "e2e") {
        document.documentElement.dataset.phone = state.stage;
      }
    },
  );
}
