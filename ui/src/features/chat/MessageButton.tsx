import { useNavigate } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import { useState } from "react";
import { detailOf, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { openDirect } from "./actions";
import { words } from "./messages";
import { object, pathOf } from "./objects";

/** Among the buttons of a colleague: opens the direct message with him. */
export function MessageButton({ record }: { record: WireRecord }) {
  const identity = useAtomValue(identityAtom);
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  if (record.id === identity?.userId || !rightsFor(identity, object).create) {
    return null;
  }
  const open = async () => {
    setBusy(true);
    try {
      const chat = await openDirect(record.id);
      await navigate({ to: pathOf(chat.id) });
    } catch (error) {
      toast.error(detailOf(error));
      setBusy(false);
    }
  };
  return (
    <Button isShort icon={<MessagesSquare className="size-4" />} isBusy={isBusy} onClick={() => void open()}>
      {words.message}
    </Button>
  );
}
