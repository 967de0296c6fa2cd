import { OutgoingBubble } from "@/components/OutgoingBubble/OutgoingBubble";
import { type Outgoing, outgoing } from "./outgoing";

interface PendingBubbleProps {
  /** The thread that it is written to. */
  thread: string;
  message: Outgoing;
  failText: string;
}

/** A message that was written here and is not yet known to be stored. */
export function PendingBubble({ thread, message, failText }: PendingBubbleProps) {
  return (
    <OutgoingBubble
      body={message.body}
      files={message.files}
      at={message.at}
      phase={message.phase}
      problem={message.problem}
      failText={failText}
      onRetry={() => void outgoing.retry(thread, message.clientId)}
      onDiscard={() => outgoing.discard(thread, message.clientId)}
    />
  );
}
