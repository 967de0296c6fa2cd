import type { ConversationRecord, TextMessage } from "@/api";
import { Bubble } from "@/components/Bubble/Bubble";
import { placeAfter } from "@/components/Bubble/runs";
import { t } from "@/messages";
import { useRecord } from "@/store";
import { DeliveryMark } from "./DeliveryMark";
import { authorOf } from "./naming";
import { messages, object } from "./reducers";

interface MessageRowProps {
  conversationId: string;
  id: string;
  above: string | undefined;
  /** The reading position when the thread was opened: the "new" line stands after it. */
  readNumber: number | undefined;
  isLast: boolean;
}

/** One text; it draws itself anew when its own record or the one above changes, and at nothing else. */
export function MessageRow({ conversationId, id, above, readNumber, isLast }: MessageRowProps) {
  const message = useRecord<TextMessage>(messages, id);
  const before = useRecord<TextMessage>(messages, above ?? id);
  const conversation = useRecord<ConversationRecord>(object, conversationId);
  if (!message) {
    return <div className="h-10" />;
  }
  const author = authorOf(message, conversation);
  const placed = placeAfter(
    above && before ? { author: authorOf(before, conversation), at: before.created_date } : undefined,
    { author, at: message.created_date },
  );
  const isOwn = message.direction === "outgoing";
  const isFirstNew =
    !isOwn && readNumber !== undefined && readNumber > 0 && message.number === readNumber + 1;
  const state = message.delivery;
  const showsDelivery = isOwn && (isLast || state?.delivered !== "all");
  return (
    <Bubble
      author={author}
      body={message.body || t.texts.attachment}
      at={message.created_date}
      isOwn={isOwn}
      showsAuthor={isOwn}
      startsRun={placed.startsRun || isFirstNew}
      startsDay={placed.startsDay}
      startsNew={isFirstNew}
      foot={showsDelivery ? <DeliveryMark message={message} /> : null}
    />
  );
}
