import { PhoneIncoming } from "lucide-react";
import { useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { cn } from "@/lib/cn";
import { useSetAtom } from "@/store";
import { callerName } from "../callerName";
import { words } from "../messages";
import { useAccept } from "../useAccept";
import { chosenAtom, type DockCall } from "./dockCalls";

const shownAtOnce = 3;

/** Takes a call that rings beside another one, which is put on hold. */
function AcceptChip({ call }: { call: DockCall["call"] }) {
  const accept = useAccept();
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    await accept(call);
    setBusy(false);
  };
  return (
    <button
      type="button"
      aria-label={words.acceptFrom(callerName(call))}
      data-tip={words.accept}
      disabled={isBusy}
      onClick={() => void take()}
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-success-solid text-on-accent enabled:hover:brightness-110 disabled:opacity-50"
    >
      <PhoneIncoming aria-hidden className="size-4" />
    </button>
  );
}

/** The other calls: one press brings one into the row, and one accepts it. */
export function Chips({ calls }: { calls: readonly DockCall[] }) {
  const choose = useSetAtom(chosenAtom);
  if (calls.length === 0) {
    return null;
  }
  const rest = calls.length - shownAtOnce;
  return (
    <ul aria-label={words.otherCalls} className="flex min-w-0 shrink-0 items-center gap-1.5">
      {calls.slice(0, shownAtOnce).map(({ call, standing }) => (
        <li key={call.id} className="flex items-center gap-1">
          <button
            type="button"
            data-tip={words.chip(callerName(call), words.standings[standing])}
            onClick={() => choose(call.id)}
            className={cn(
              "flex h-8 max-w-44 items-center gap-1.5 rounded-full border pr-3 pl-1 font-medium text-meta hover:bg-n3 max-md:pr-1",
              standing === "ringing" ? "border-success-solid text-success" : "border-n7",
            )}
          >
            <Avatar name={callerName(call)} size="small" />
            <span className="truncate max-md:sr-only">
              {callerName(call)}
              <span className="sr-only">: {words.standings[standing]}</span>
            </span>
          </button>
          {standing === "ringing" ? <AcceptChip call={call} /> : null}
        </li>
      ))}
      {rest > 0 ? <li className="text-meta text-n11">{words.moreRinging(rest)}</li> : null}
    </ul>
  );
}
