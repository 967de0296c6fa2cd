import { type ReactNode, useState } from "react";
import { Bubble } from "@/components/Bubble/Bubble";
import { placeAfter } from "@/components/Bubble/runs";
import { part } from "@/feature";
import { t } from "@/messages";
import { identityAtom, useAtomValue, useRecord } from "@/store";
import { EditBox } from "./EditBox";
import { MessageActions } from "./MessageActions";
import { MessageBody } from "./MessageBody";
import { hasFoot, MessageFoot } from "./MessageFoot";
import type { ChatMessage } from "./objects";
import { hasFiles, messages } from "./objects";
import { RepliesLine } from "./replies/RepliesLine";

interface ChatMessageRowProps {
  id: string;
  above: string | undefined;
  readNumber: number | undefined;
  /** Opens the thread of a message; not in a thread itself. */
  onThread?: ((message: string) => void) | undefined;
  /** Marks my messages as unread from this one on, where that is possible. */
  onUnread?: ((message: ChatMessage) => void) | undefined;
  /** It stands out for a while. */
  isMarked?: boolean;
}

const authorOf = (message: ChatMessage) =>
  message.user?.name ?? message.created_by?.name ?? t.records.someone;

/** The files of a message; most have none. */
const MessageFiles = part<{ message: ChatMessage }>(() =>
  import("./files/MessageFiles").then((file) => file.MessageFiles),
);

/** The files of a message; without words they stand alone, with what can be done. */
const Files = ({ message, actions }: { message: ChatMessage; actions: ReactNode }) => (
  <div className="group/message relative max-w-full">
    <MessageFiles message={message} />
    {message.body ? null : actions}
  </div>
);

function footOf(message: ChatMessage, onThread: ((message: string) => void) | undefined): ReactNode {
  const hasReplies = onThread !== undefined && (message.reply_count ?? 0) > 0;
  return hasFoot(message) || hasReplies ? (
    <div className="flex min-w-0 flex-col items-start">
      {hasFoot(message) ? (
        <div className="flex items-center gap-2">
          <MessageFoot message={message} />
        </div>
      ) : null}
      {hasReplies ? <RepliesLine message={message} onOpen={() => onThread(message.id)} /> : null}
    </div>
  ) : undefined;
}

interface ContentProps {
  message: ChatMessage;
  isEdited: boolean;
  onEdited: () => void;
  children: ReactNode;
}

function Content({ message, isEdited, onEdited, children }: ContentProps) {
  if (isEdited) {
    return <EditBox message={message} onClose={onEdited} />;
  }
  return message.deleted === true ? <em className="text-n11">{message.body}</em> : children;
}

export function ChatMessageRow({
  id,
  above,
  readNumber,
  onThread,
  onUnread,
  isMarked = false,
}: ChatMessageRowProps) {
  const me = useAtomValue(identityAtom)?.userId;
  const message = useRecord<ChatMessage>(messages, id);
  const before = useRecord<ChatMessage>(messages, above ?? id);
  const [isEdited, setEdited] = useState(false);
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
  const parent = message.parent?.id;
  const actions =
    message.deleted === true || isEdited ? null : (
      <MessageActions
        message={message}
        isOwn={isOwn}
        onEdit={() => setEdited(true)}
        onUnread={onUnread ? () => onUnread(message) : undefined}
        onReply={onThread && !parent ? () => onThread(message.id) : undefined}
      />
    );
  return (
    <div data-marked={isMarked} className="transition-colors duration-500 data-[marked=true]:bg-warning-soft">
      <Bubble
        author={authorOf(message)}
        body={message.body ?? ""}
        content={
          <Content message={message} isEdited={isEdited} onEdited={() => setEdited(false)}>
            <div className="group/message relative">
              <MessageBody
                message={message}
                onThread={parent && onThread ? () => onThread(parent) : undefined}
              />
              {actions}
            </div>
          </Content>
        }
        media={hasFiles(message) ? <Files message={message} actions={actions} /> : undefined}
        foot={footOf(message, onThread)}
        at={message.created_date}
        isOwn={isOwn}
        showsAuthor={!isOwn}
        startsRun={placed.startsRun || isFirstNew}
        startsDay={placed.startsDay}
        startsNew={isFirstNew}
      />
    </div>
  );
}
