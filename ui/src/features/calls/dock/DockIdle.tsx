import { Phone, PhoneIncoming, PhoneOff } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { hindrancesAtom, identityAtom, ownDotAtom, rightsFor, useAtomValue } from "@/store";
import { Dialer } from "../Dialer";
import { ownLiveCallsAtom } from "../liveCalls";
import { words } from "../messages";
import { useUnseen } from "../missedCalls";
import { RingSound } from "../ringing/RingSound";
import { WindowKeys } from "../window/WindowKeys";
import { DesktopRing } from "./DesktopRing";
import { MissedRow } from "./Missed";
import { OpensCustomer } from "./OpensCustomer";
import { SetUpPhone } from "./SetUpPhone";

/** Whether calls ring here, and why not. */
function Reached() {
  const shown = useAtomValue(ownDotAtom);
  const why = useAtomValue(hindrancesAtom).join(" ");
  const isAvailable = shown === "available";
  const Sign = isAvailable ? PhoneIncoming : PhoneOff;
  return (
    <>
      <span
        aria-hidden
        className={cn(
          "flex size-10 shrink-0 items-center justify-center rounded-full max-sm:hidden",
          isAvailable ? "bg-success-soft text-success" : "bg-n4 text-n10",
        )}
      >
        <Sign className="size-4" />
      </span>
      <div className="min-w-0 max-sm:flex-1 sm:w-60">
        <p className="truncate font-semibold">
          {isAvailable ? words.youAreAvailable : words.youAre(t.frame.statuses[shown])}
        </p>
        <p className="truncate text-meta text-n11" title={why}>
          {isAvailable ? words.ringsHere : why || words.ringsNotHere}
        </p>
      </div>
    </>
  );
}

/**
 * Whether calls ring here, or whom one has missed; and the way to call somebody. Its buttons stand where a call that
 * rings has none: a press that comes too late does nothing else.
 */
export function DockIdle() {
  const hindrances = useAtomValue(hindrancesAtom);
  const identity = useAtomValue(identityAtom);
  const mayCall = rightsFor(identity, "call").create && !identity?.viewing;
  const [isDialing, setDialing] = useState(false);
  const [missed] = useUnseen();
  const isKnown = useAtomValue(ownLiveCallsAtom) !== undefined; // else I may be on a call
  const isUnreached = hindrances.length > 0;
  const beside = missed && "max-sm:hidden";
  return (
    <div className="flex h-full items-center gap-4 bg-surface px-5 max-sm:gap-2.5 max-sm:px-3">
      {missed ? <MissedRow call={missed} /> : <Reached />}
      {mayCall && !missed ? (
        <Button icon={<Phone className="size-4" />} disabled={!isKnown} onClick={() => setDialing(true)}>
          {words.call}
        </Button>
      ) : null}
      {isUnreached ? <SetUpPhone className={missed ? "max-sm:hidden" : undefined} /> : null}
      {/* Whom one missed takes more room than that calls ring here, and why they don't takes more still. */}
      {isKnown && !(missed && isUnreached) ? <DesktopRing /> : null}
      {isKnown ? <RingSound className={beside} /> : null}
      {isKnown ? <OpensCustomer className={beside} /> : null}
      {isKnown ? <WindowKeys className={missed && "max-lg:hidden"} /> : null}
      {isDialing ? <Dialer onClose={() => setDialing(false)} /> : null}
    </div>
  );
}
