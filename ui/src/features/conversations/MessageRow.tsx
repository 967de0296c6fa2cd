import { Bubble } from "@/components/Bubble/Bubble";
import { placeAfter } from "@/components/Bubble/runs";
import { useRecord } from "@/store";
import { CardActions } from "./card/CardActions";
import { DeliveryMark } from "./DeliveryMark";
import { FoundText } from "./find/FoundText";
import { MessageMedia } from "./media/MessageMedia";
import { kindOf, type MediaItem, mediaOf } from "./media/media";
import { words } from "./messages";
import { authorOf } from "./naming";
import type { ConversationRecord, TextMessage } from "./objects";
import { messages, object } from "./objects";
import { SendingFoot } from "./SendingFoot";

interface MessageRowProps {
  conversationId: string;
  id: string;
  above: string | undefined;
  /** The reading position when the thread was opened: the "new" line stands after it. */
  readNumber: number | undefined;
  isLast: boolean;
  /** Takes a text into the composer; it stays the same function. */
  onEdit: (body: string) => void;
  /** What is looked for in the thread. */
  typed?: string | undefined;
  /** It is the match that one is at. */
  isFound?: boolean;
}

/** What can be done with a contact card that came in. */
const actionsOf = (item: MediaItem) => (kindOf(item) === "card" ? <CardActions item={item} /> : null);

/** One text; it renders again only when its own record or the one above changes. */
export function MessageRow(props: MessageRowProps) {
  const { conversationId, id, above, readNumber, isLast, onEdit, typed, isFound = false } = props;
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
  const items = mediaOf(message);
  const isOwn = message.direction === "outgoing";
  const isFirstNew =
    !isOwn && readNumber !== undefined && readNumber > 0 && message.number === readNumber + 1;
  const state = message.delivery;
  const isUnsent = isOwn && (message.sending === "waiting" || message.sending === "cancelled");
  const showsDelivery = isOwn && (isLast || state?.delivered !== "all");
  const mark = showsDelivery ? <DeliveryMark message={message} /> : null;
  return (
    <Bubble
      author={author}
      body={message.body || (items.length > 0 ? "" : words.attachment)}
      content={
        typed && message.body ? (
          <FoundText text={message.body} typed={typed} isCurrent={isFound} />
        ) : undefined
      }
      media={items.length > 0 ? <MessageMedia items={items} more={actionsOf} /> : undefined}
      at={message.created_date}
      isOwn={isOwn}
      showsAuthor={isOwn}
      startsRun={placed.startsRun || isFirstNew}
      startsDay={placed.startsDay}
      startsNew={isFirstNew}
      isVoid={message.sending === "cancelled"}
      foot={isUnsent ? <SendingFoot message={message} onEdit={onEdit} /> : mark}
    />
  );
}
