import { useMemo, useState } from "react";
import { Bubble } from "@/components/Bubble/Bubble";
import { MessageText } from "@/components/Bubble/MessageText";
import { placeAfter } from "@/components/Bubble/runs";
import { part } from "@/feature";
import { t } from "@/messages";
import { identityAtom, useAtomValue, useRecord } from "@/store";
import { EditBox } from "./EditBox";
import { MessageActions } from "./MessageActions";
import { hasFoot, MessageFoot } from "./MessageFoot";
import { here } from "./mentions";
import type { ChatMessage } from "./objects";
import { messages } from "./objects";

interface ChatMessageRowProps {
  id: string;
  above: string | undefined;
  readNumber: number | undefined;
}

interface TextProps {
  text: string;
  names: readonly string[];
  mine: string;
}

const AsTyped = ({ text }: TextProps) => (
  <span className="whitespace-pre-wrap">
    <MessageText text={text} />
  </span>
);

/** Until the reader of Markdown is there, and where it can't be loaded, a message stands as it was typed. */
const ChatText = part<TextProps>(() => import("./ChatText").then((file) => file.ChatText), AsTyped, AsTyped);

const authorOf = (message: ChatMessage) =>
  message.user?.name ?? message.created_by?.name ?? t.records.someone;

export function ChatMessageRow({ id, above, readNumber }: ChatMessageRowProps) {
  const identity = useAtomValue(identityAtom);
  const me = identity?.userId;
  const message = useRecord<ChatMessage>(messages, id);
  const before = useRecord<ChatMessage>(messages, above ?? id);
  const [isEdited, setEdited] = useState(false);
  const mentioned = message?.mentions;
  const isHere = message?.mentions_here === true;
  const names = useMemo(
    () => [...(mentioned ?? []).map(({ name }) => name ?? ""), ...(isHere ? [here] : [])],
    [mentioned, isHere],
  );
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
      content={
        isEdited ? (
          <EditBox message={message} onClose={() => setEdited(false)} />
        ) : message.deleted ? (
          <em className="text-n11">{message.body}</em>
        ) : (
          <div className="group/message relative">
            <ChatText text={message.body ?? ""} names={names} mine={identity?.user.name ?? ""} />
            <MessageActions message={message} isOwn={isOwn} onEdit={() => setEdited(true)} />
          </div>
        )
      }
      foot={hasFoot(message) ? <MessageFoot message={message} /> : undefined}
      at={message.created_date}
      isOwn={isOwn}
      showsAuthor={!isOwn}
      startsRun={placed.startsRun || isFirstNew}
      startsDay={placed.startsDay}
      startsNew={isFirstNew}
    />
  );
}
