import { useEffect } from "react";
import { atom, identityAtom, useAtomValue } from "@/store";
import { ownLiveCallsAtom } from "../liveCalls";
import { isTransferring } from "../rules";
import { expectTransfer, sayNews, transfersAtom } from "../transferNews";

/** My calls that are being transferred, also those of another browser or from before a reload. */
const transferringAtom = atom((get) => {
  const me = get(identityAtom)?.userId;
  return (get(ownLiveCallsAtom) ?? [])
    .filter((call) => call.user?.id === me && isTransferring(call))
    .map((call) => call.id)
    .join(" ");
});

/** Tells the user who transfers a call what becomes of that. */
export function useTransferNews(): void {
  const ids = useAtomValue(transferringAtom);
  const standing = useAtomValue(transfersAtom);
  useEffect(() => {
    for (const id of ids.split(" ").filter(Boolean)) {
      expectTransfer(id);
    }
  }, [ids]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change may be news
  useEffect(sayNews, [standing]);
}
