import { PhoneForwarded } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import type { CallRecord } from "../objects";
import { isTransferring } from "../rules";
import { transferWords } from "../transferWords";
import { TransferDialog } from "./TransferDialog";
import { useKeys } from "./useKeys";

/** Sends a call on that rings, before anybody has taken it, also by T. */
export function RouteKey({ call }: { call: CallRecord }) {
  const [isOpen, setOpen] = useState(false);
  const route = isTransferring(call) ? undefined : () => setOpen(true);
  useKeys({ t: route });
  return route ? (
    <>
      <IconButton
        label={transferWords.route}
        keys="t"
        icon={<PhoneForwarded className="size-4" />}
        className="size-8 rounded-full border"
        onClick={route}
      />
      {isOpen ? <TransferDialog call={call} onClose={() => setOpen(false)} /> : null}
    </>
  ) : null;
}

/** The same for a call that one looks at, such as on its card. */
export function RouteButton({ call }: { call: CallRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon={<PhoneForwarded className="size-3.5" />}
        tip={transferWords.routeHint}
        onClick={() => setOpen(true)}
      >
        {transferWords.route}
      </Button>
      {isOpen ? <TransferDialog call={call} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
