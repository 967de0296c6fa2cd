import { callerName } from "./callerName";
import { useOwnCall } from "./hooks";
import { words } from "./messages";

/** Why I can place no call now, in the server's words; undefined where I can. */
export function useBusy(): string | undefined {
  const line = useOwnCall();
  return line && words.busyWith(callerName(line));
}
