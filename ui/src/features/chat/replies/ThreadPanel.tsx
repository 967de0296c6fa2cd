import { MessagesSquare, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageState } from "@/components/PageState/PageState";
import type { ThreadHandle } from "@/components/Thread/Thread";
import { Tick } from "@/components/Tick/Tick";
import { useReading } from "@/lib/useReading";
import { t } from "@/messages";
import { identityAtom, useAtomValue, useRecord } from "@/store";
import { OpenThread } from "@/thread/OpenThread";
import { useThreadItems } from "@/thread/useThreadItems";
import { sendReply } from "../actions";
import { ChatMessageRow } from "../ChatMessageRow";
import { ChatBox } from "../compose/ChatBox";
import { words as chatWords } from "../messages";
import { chatName } from "../naming";
import { type ChatMessage, type ChatRecord, messages, repliesName } from "../objects";
import { unreadReplies } from "../order";
import { staleAtom } from "../reducers";
import { loadOlderReplies, loadReplies, markRepliesRead } from "./actions";
import { words } from "./messages";

interface ThreadPanelProps {
  chat: ChatRecord;
  /** The message that began the thread. */
  parent: string;
  /** The reply to show. */
  at: string | undefined;
  onTyping: (isTyping: boolean) => void;
  onClose: () => void;
}

/** Reads the replies, and reads them again where some may have been missed. */
function useReplies(parent: string) {
  const stale = useAtomValue(staleAtom);
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try, and what may have been missed, reads again
  useEffect(() => {
    let isWanted = true;
    loadReplies(parent).then(
      () => isWanted && setProblem(undefined),
      (error: unknown) => isWanted && setProblem(detailOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [parent, stale, tries]);
  return { problem, retry: () => setTries((before) => before + 1) };
}

/** The replies to a message, next to the chat; on a narrow screen in its place. */
export function ThreadPanel({ chat, parent, at, onTyping, onClose }: ThreadPanelProps) {
  const me = useAtomValue(identityAtom)?.userId;
  const name = repliesName(parent);
  const view = useThreadItems(name);
  const message = useRecord<ChatMessage>(messages, parent);
  const { problem, retry } = useReplies(parent);
  const [isInChat, setInChat] = useState(false);
  const tickId = useId();
  const handle = useRef<ThreadHandle>(null);
  const unread = unreadReplies(chat, me, parent);
  const isRead = useReading();

  useEffect(() => {
    if (isRead && unread > 0) {
      markRepliesRead(parent).catch(() => undefined);
    }
  }, [isRead, unread, parent]);

  const isThere = at !== undefined && view?.items.some(({ key }) => key === at) === true;
  useEffect(() => {
    const frame = isThere ? requestAnimationFrame(() => handle.current?.toItem(at)) : 0;
    return () => cancelAnimationFrame(frame);
  }, [isThere, at]);

  const isUnreachable = problem !== undefined && !view?.isKnown;
  return (
    <section
      aria-label={words.title}
      className="flex min-w-0 flex-1 flex-col border-l bg-surface @min-[620px]:min-w-[300px] @min-[620px]:max-w-[400px] @max-[620px]:border-l-0"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) {
          event.preventDefault();
          onClose();
        }
      }}
    >
      <header className="flex h-14 shrink-0 items-center gap-2 border-b px-4">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{words.title}</h2>
          <p className="truncate text-meta text-n11">
            <bdi>{chatName(chat, me)}</bdi>
          </p>
        </div>
        <IconButton label={words.close} icon={<X className="size-4" />} onClick={onClose} />
      </header>
      {isUnreachable ? (
        <PageState
          role="alert"
          icon={<MessagesSquare />}
          title={words.failed}
          text={problem}
          action={<Button onClick={retry}>{t.frame.retry}</Button>}
        />
      ) : (
        <>
          <div className="max-h-[40%] shrink-0 overflow-y-auto border-b pb-3">
            {message ? <ChatMessageRow id={parent} above={undefined} readNumber={undefined} /> : null}
            <p className="px-5 pt-2 text-meta text-n11">{words.replies(message?.reply_count ?? 0)}</p>
          </div>
          <OpenThread
            ref={handle}
            name={name}
            view={view}
            failText={() => chatWords.sendFailed}
            onNeedOlder={() => loadOlderReplies(parent)}
            beginning={words.beginning}
            emptyState={<PageState icon={<MessagesSquare />} title={words.none} text={words.noneHint} />}
            render={(place) => (
              <ChatMessageRow
                id={place.key}
                above={place.above}
                readNumber={undefined}
                isMarked={place.key === at}
              />
            )}
          />
          <ChatBox
            key={parent}
            thread={name}
            chat={chat}
            words={{ placeholder: words.placeholder, label: words.field, send: words.send }}
            takesFocus
            onTyping={onTyping}
            onSend={(body, files) => {
              handle.current?.toBottom();
              void sendReply(chat.id, parent, body, files, isInChat);
              setInChat(false);
            }}
            foot={
              <label
                htmlFor={tickId}
                className="flex min-h-8 cursor-pointer items-center gap-2 px-3 py-1 text-meta text-n11"
              >
                <Tick
                  id={tickId}
                  label={words.alsoInChat(chatName(chat, me))}
                  isOn={isInChat}
                  onChange={({ target }) => setInChat(target.checked)}
                />
                <span className="min-w-0 truncate">{words.alsoInChat(chatName(chat, me))}</span>
              </label>
            }
          />
        </>
      )}
    </section>
  );
}
