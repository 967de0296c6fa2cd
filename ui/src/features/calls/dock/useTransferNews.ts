import { useEffect, useRef } from "react";
import { toast } from "@/components/Toaster/toasts";
import { identityAtom, useAtomValue } from "@/store";
import { useOwnCall } from "../hooks";
import { words } from "../messages";

/** Says to whom handed a call over that it is his again, and why. */
export function useTransferNews(): void {
  const call = useOwnCall();
  const me = useAtomValue(identityAtom)?.userId;
  const before = useRef<string>(undefined);
  const state = call && call.user?.id === me ? `${call.id} ${call.transfer_state ?? ""}` : "";
  const who = call?.transfer_to?.name ?? "";
  useEffect(() => {
    const [id, now = ""] = state.split(" ");
    const [wasId, was = ""] = (before.current ?? "").split(" ");
    before.current = state;
    const isNews = id !== "" && id === wasId && was !== now;
    if (isNews && (now === "declined" || now === "returned")) {
      toast.warning(words.cameBack[now](who));
    }
  }, [state, who]);
}
