import { useEffect, useState } from "react";
import { carryOut, type SocketCommands } from "@/api";
import { command, isConnected } from "@/realtime";

export type Caller = SocketCommands["call.caller"]["reply"];

const ask = (id: string): Promise<Caller> =>
  isConnected() ? command("call.caller", { id }) : carryOut("GET /twilio/call/{id}/caller", { id });

/** What is known of the other end of a call; undefined until it is there, or where nothing can be told. */
export function useCaller(id: string): Caller | undefined {
  const [known, setKnown] = useState<{ id: string; caller: Caller }>();
  useEffect(() => {
    let isWanted = true;
    ask(id).then(
      (caller) => isWanted && setKnown({ id, caller }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [id]);
  return known?.id === id ? known.caller : undefined;
}
