import { Bubble } from "@/components/Bubble/Bubble";
import { placeAfter } from "@/components/Bubble/runs";
import { t } from "@/messages";
import { identityAtom, useAtomValue, useRecord } from "@/store";
import type { ChatMessage } from "./objects";
import { messages } from "./objects";

interface ChatMessageRowProps {
  id: string;
  above: string | undefined;
  readNumber: number | undefined;
}

const authorOf = (message: ChatMessage) =>
  message.user?.name ?? message.created_by?.name ?? t.records.someone;

export function ChatMessageRow({ id, above, readNumber }: ChatMessageRowProps) {
  const me = useAtomValue(identityAtom)?.userId;
  const message = useRecord<ChatMessage>(messages, id);
  const before = useRecord<ChatMessage>(messages, above ?? id);
  if (!message) {
    return <div className="h-10" />;
  }
  const placed = placeAfter(
    above && before ? { author: authorOf(before), at: before.created_date } : undefined,
    { author: authorOf(message), at: message.created_date },
  );
  const isOwn = (message.user?.id ?? message.created_by?.id) === me;
  const isFirstNew =
    !isOwn && readNumber !== undefined && readNumber > 0 && message.number === readNumber + 1;
  return (
    <Bubble
      author={authorOf(message)}
      body={message.body ?? ""}
      at={message.created_date}
      isOwn={isOwn}
      showsAuthor={!isOwn}
      startsRun={placed.startsRun || isFirstNew}
      startsDay={placed.startsDay}
      startsNew={isFirstNew}
    />
  );
}
