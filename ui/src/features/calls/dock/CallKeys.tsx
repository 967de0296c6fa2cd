import { ArrowLeftRight, Pause, PhoneForwarded, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { identityAtom, useAtomValue, useSetAtom } from "@/store";
import { callerName } from "../callerName";
import { cancelTransfer, completeTransfer, holdCall } from "../handing";
import type { CallRecord } from "../objects";
import { isTransferring } from "../rules";
import { expectTransfer } from "../transferNews";
import { transferWords } from "../transferWords";
import { chosenAtom, useDockCalls } from "./dockCalls";
import { TransferDialog } from "./TransferDialog";
import { useKeys } from "./useKeys";

const round = "size-8 rounded-full border";

/** What a button does with the transfer; on a small screen the verb alone is shown. */
const Verb = ({ verb }: { verb: string }) => (
  <span>
    {verb} <span className="max-sm:sr-only">{transferWords.transferNoun}</span>
  </span>
);

/** Ends a transfer that is under way: the colleague takes over, once both talk, or does not. */
function TransferKeys({ call }: { call: CallRecord }) {
  return (
    <div className="flex flex-col gap-1">
      {call.transfer_state === "talking" ? (
        <Button tone="primary" size="small" onClick={() => void completeTransfer(call)}>
          <Verb verb={transferWords.complete} />
        </Button>
      ) : null}
      <Button size="small" onClick={() => void cancelTransfer(call)}>
        <Verb verb={transferWords.takeBack} />
      </Button>
    </div>
  );
}

/** What one does with a call of one's own that is up: hold by H, transfer by T, by S the one whose customer waits; while it is handed over, how it goes on. */
export function CallKeys({ call }: { call: CallRecord }) {
  const me = useAtomValue(identityAtom)?.userId;
  const [isOpen, setOpen] = useState(false);
  const isMine = call.status === "in-progress" && call.user?.id === me;
  const isHeld = Boolean(call.held_at);
  const isMoving = isTransferring(call);
  const isTalking = call.transfer_state === "talking";
  const isMyTransfer = isMine && isMoving;
  useEffect(() => {
    if (isMyTransfer) {
      expectTransfer(call.id);
    }
  }, [isMyTransfer, call.id]);
  // While it rings for a colleague, the customer waits for that colleague.
  const hold = isMine && (!isMoving || isTalking) ? () => void holdCall(call, !isHeld) : undefined;
  const transfer = isMine && !isMoving ? () => setOpen(true) : undefined;
  const choose = useSetAtom(chosenAtom);
  const waiting = useDockCalls().find(
    (other) => other.call.id !== call.id && other.standing === "held",
  )?.call;
  const swap =
    hold && !isHeld && waiting
      ? () => {
          choose(waiting.id);
          void holdCall(waiting, false); // which puts this one on hold
        }
      : undefined;
  useKeys({ h: hold, t: transfer, s: swap });
  if (!isMine) {
    return null;
  }
  return (
    <>
      {hold ? (
        <IconButton
          label={isHeld ? transferWords.resume : transferWords.hold}
          keys="h"
          aria-pressed={isHeld}
          icon={isHeld ? <Play className="size-4" /> : <Pause className="size-4" />}
          className={`${round} aria-pressed:bg-warning-soft aria-pressed:text-warning`}
          onClick={hold}
        />
      ) : null}
      {swap && waiting ? (
        <IconButton
          label={transferWords.swap(callerName(waiting))}
          keys="s"
          icon={<ArrowLeftRight className="size-4" />}
          className={round}
          onClick={swap}
        />
      ) : null}
      {transfer ? (
        <IconButton
          label={transferWords.transfer}
          keys="t"
          icon={<PhoneForwarded className="size-4" />}
          className={round}
          onClick={transfer}
        />
      ) : null}
      {isMoving ? <TransferKeys call={call} /> : null}
      {isOpen ? <TransferDialog call={call} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
