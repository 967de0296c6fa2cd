import { Phone, PhoneIncoming, PhoneOff } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { connectionAtom, identityAtom, ownStatusAtom, rightsFor, useAtomValue } from "@/store";
import { Dialer } from "../Dialer";
import { ownLiveCallsAtom } from "../liveCalls";
import { words } from "../messages";
import { useUnseen } from "../missedCalls";
import { RingSound } from "../ringing/RingSound";
import { WindowKeys } from "../window/WindowKeys";
import { DesktopRing } from "./DesktopRing";
import { MissedRow } from "./Missed";
import { OpensCustomer } from "./OpensCustomer";

/**
 * Whether calls ring here, or whom one has missed; and the way to call somebody. Its buttons stand where a call that
 * rings has none: a press that comes too late does nothing else.
 */
export function DockIdle() {
  const status = useAtomValue(ownStatusAtom);
  const mayCall = rightsFor(useAtomValue(identityAtom), "call").create;
  const [isDialing, setDialing] = useState(false);
  const [missed] = useUnseen();
  const isKnown = useAtomValue(ownLiveCallsAtom) !== undefined; // else I may be on a call
  // Nothing rings where the connection is away, whatever one chose.
  const shown = useAtomValue(connectionAtom) === "reconnecting" ? "offline" : status;
  const beside = missed && "max-sm:hidden";
  const isAvailable = shown === "available";
  const Sign = isAvailable ? PhoneIncoming : PhoneOff;
  return (
    <div className="flex h-full items-center gap-4 bg-surface px-5 max-sm:gap-2.5 max-sm:px-3">
      {missed ? (
        <MissedRow call={missed} />
      ) : (
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
            <p className="truncate text-meta text-n11">
              {isAvailable ? words.ringsHere : words.ringsNotHere}
            </p>
          </div>
        </>
      )}
      {mayCall && !missed ? (
        <Button icon={<Phone className="size-4" />} disabled={!isKnown} onClick={() => setDialing(true)}>
          {words.call}
        </Button>
      ) : null}
      {/* Whom one missed takes more room than that calls ring here. */}
      {isKnown ? <DesktopRing /> : null}
      {isKnown ? <RingSound className={beside} /> : null}
      {isKnown ? <OpensCustomer className={beside} /> : null}
      <WindowKeys className={missed && "max-lg:hidden"} />
      {isDialing ? <Dialer onClose={() => setDialing(false)} /> : null}
    </div>
  );
}
