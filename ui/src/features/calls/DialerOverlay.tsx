import { useAtom } from "@/store";
import { Dialer } from "./Dialer";
import { dialingAtom } from "./dialing";

/** The dialer, over whatever page one is on. */
export function DialerOverlay() {
  const [typed, setTyped] = useAtom(dialingAtom);
  return typed === undefined ? null : <Dialer typed={typed} onClose={() => setTyped(undefined)} />;
}
