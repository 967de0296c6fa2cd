import { MessagesSquare, SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { PageHeaderSkeleton } from "@/components/PageHeader/PageHeaderSkeleton";
import { PageState } from "@/components/PageState/PageState";
import { threadColumn } from "@/components/Thread/column";
import type { ThreadHandle } from "@/components/Thread/Thread";
import { WayOut } from "@/feature/WayOut";
import { cn } from "@/lib/cn";
import { isolate } from "@/lib/isolate";
import { useAsAbsent } from "@/lib/openTitle";
import { useReading } from "@/lib/useReading";
import { useTopic } from "@/realtime";
import { identityAtom, useAtomValue, useShown } from "@/store";
import { OpenThread } from "@/thread/OpenThread";
import { useThreadItems } from "@/thread/useThreadItems";
import { loadOlder, markRead, sendMessage } from "./actions";
import { ChatHeader } from "./ChatHeader";
import { ChatMessageRow } from "./ChatMessageRow";
import { ChatBox } from "./compose/ChatBox";
import { words } from "./messages";
import { chatName } from "./naming";
import type { ChatRecord } from "./objects";
import { object } from "./objects";
import { unreadAbove } from "./order";
import { threadName } from "./reducers";
import { ThreadPanel } from "./replies/ThreadPanel";
import { useAddress } from "./useAddress";
import { useTypingTeller, useTypists } from "./useTyping";

/** Reads for myself while I look, and remembers where I began. */
function useReadingPosition(id: string, chat: ChatRecord | undefined): number | undefined {
  const me = useAtomValue(identityAtom)?.userId;
  const isRead = useReading();
  const [start, setStart] = useState<number>();
  const last = chat?.last_number ?? 0;
  const unread = chat ? unreadAbove(chat, me) : 0;

  useEffect(() => {
    if (start === undefined && chat) {
      setStart(unread > 0 ? last - unread : Number.MAX_SAFE_INTEGER);
    }
  }, [start, chat, last, unread]);

  useEffect(() => {
    if (isRead && unread > 0) {
      markRead(id, last).catch(() => undefined);
    }
  }, [id, isRead, unread, last]);

  return start;
}

function TypingLine({ topic }: { topic: string }) {
  const names = useTypists(topic);
  return (
    <p role="status" className={cn(threadColumn, "h-5 shrink-0 truncate px-5 text-meta text-n11")}>
      {names.length > 0 ? words.typing(names.map(isolate)) : null}
    </p>
  );
}

/** One chat: messages, who types, where to write. */
export function ChatView({ id }: { id: string }) {
  const name = threadName(id);
  const state = useTopic(name);
  const shown = useShown<ChatRecord>(object, id);
  const chat = shown?.record;
  const view = useThreadItems(name);
  const handle = useRef<ThreadHandle>(null);
  const readNumber = useReadingPosition(id, chat);
  const tellTyping = useTypingTeller(name);
  const me = useAtomValue(identityAtom)?.userId;
  const { thread, openThread, close } = useAddress();

  const isAbsent = shown?.isRemoved === true || (state.phase === "failed" && !view);
  useAsAbsent(isAbsent);

  if (isAbsent) {
    return (
      <PageState
        role="alert"
        icon={<SearchX />}
        title={words.notFound}
        text={words.notFoundHint}
        action={<WayOut />}
      />
    );
  }
  return (
    <div className="@container flex min-h-0 flex-1">
      <div
        data-drop
        className={cn(
          "flex min-h-0 min-w-0 flex-[2] flex-col",
          thread === undefined ? undefined : "@max-[620px]:hidden",
        )}
      >
        {chat ? <ChatHeader chat={chat} /> : <PageHeaderSkeleton />}
        <OpenThread
          ref={handle}
          name={name}
          view={view}
          failText={() => words.sendFailed}
          onNeedOlder={() => loadOlder(id)}
          emptyState={
            <PageState icon={<MessagesSquare />} title={words.noMessages} text={words.noMessagesHint} />
          }
          render={(place) => (
            <ChatMessageRow
              id={place.key}
              above={place.above}
              readNumber={readNumber}
              onThread={openThread}
            />
          )}
        />
        <TypingLine topic={name} />
        <ChatBox
          key={id}
          thread={name}
          chat={chat}
          words={{
            label: words.composer,
            placeholder: words.placeholder(chat ? chatName(chat, me) : ""),
            send: words.send,
          }}
          onTyping={tellTyping}
          onSend={(body, files) => {
            handle.current?.toBottom();
            void sendMessage(id, body, files);
          }}
        />
      </div>
      {thread !== undefined && chat && view?.isKnown ? (
        <ThreadPanel key={thread} chat={chat} parent={thread} onTyping={tellTyping} onClose={close} />
      ) : null}
    </div>
  );
}
