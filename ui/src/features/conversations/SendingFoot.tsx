import { Ban, Clock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { detailOf } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { cancelText, sendText } from "./actions";
import type { TextMessage } from "./objects";
import { messages } from "./objects";
import { waiting } from "./waiting";

const action =
  "rounded font-medium text-accent-text underline-offset-2 hover:underline disabled:cursor-wait disabled:opacity-60";

interface SendingFootProps {
  message: TextMessage;
  onEdit: (body: string) => void;
}

/** What became of a text that was not sent yet, and what can be done about it. */
export function SendingFoot({ message, onEdit }: SendingFootProps) {
  const identity = useAtomValue(identityAtom);
  const rights = rightsFor(identity, messages);
  const [isBusy, setIsBusy] = useState(false);
  const next = useRef<HTMLButtonElement>(null);
  const cancelled = useRef(false);
  const isWaiting = message.sending === "waiting";
  const mayCancel = rights.update || (rights.create && message.user?.id === identity?.user.id);

  // The Cancel button is gone once the text is cancelled: the focus moves to the button in its place.
  useEffect(() => {
    if (!isWaiting && cancelled.current) {
      cancelled.current = false;
      next.current?.focus();
    }
  }, [isWaiting]);

  const cancel = async () => {
    setIsBusy(true);
    cancelled.current = true;
    try {
      await cancelText(message.id);
    } catch (error) {
      cancelled.current = false;
      toast.error(detailOf(error));
    } finally {
      setIsBusy(false);
    }
  };

  if (isWaiting) {
    return (
      <span data-delivery="waiting" className="flex flex-wrap items-center justify-end gap-x-2">
        <span className="inline-flex items-center gap-1 text-warning">
          <Clock aria-hidden className="size-3.5" />
          {waiting.waiting}
        </span>
        {message.sending_text ? <span>{message.sending_text}</span> : null}
        {mayCancel ? (
          <button type="button" className={action} disabled={isBusy} onClick={() => void cancel()}>
            {waiting.cancel}
          </button>
        ) : null}
      </span>
    );
  }
  const body = message.body ?? "";
  const conversation = message.conversation?.id;
  return (
    <span data-delivery="cancelled" className="flex flex-wrap items-center justify-end gap-x-2">
      <span className="inline-flex items-center gap-1">
        <Ban aria-hidden className="size-3.5" />
        {waiting.cancelled}
      </span>
      {rights.create && conversation ? (
        <>
          <button
            ref={next}
            type="button"
            className={action}
            onClick={() => void sendText(conversation, body)}
          >
            {waiting.sendAgain}
          </button>
          <button type="button" className={action} onClick={() => onEdit(body)}>
            {waiting.edit}
          </button>
        </>
      ) : null}
    </span>
  );
}
