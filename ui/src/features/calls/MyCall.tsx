import { CallCard } from "./CallCard";
import { useOwnCall } from "./hooks";

/** The call that I am on, for the page that the day begins with. */
export function MyCall() {
  const call = useOwnCall();
  return call ? <CallCard call={call} canAccept={false} isOwn /> : null;
}
