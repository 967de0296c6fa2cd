import { MessagesSquare, SearchX } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { detailOf } from "@/api";
import { Composer } from "@/components/Composer/Composer";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Thread, type ThreadHandle } from "@/components/Thread/Thread";
import { toast } from "@/components/Toaster/toasts";
import { useReading } from "@/lib/useReading";
import { t } from "@/messages";
import { thread as threadWords } from "@/messages/thread";
import { useTopic } from "@/realtime";
import { identityAtom, useAtomValue, useShown } from "@/store";
import { type Outgoing, outgoing, threads } from "@/thread";
import { PendingBubble } from "@/thread/PendingBubble";
import { loadOlder, markRead, sendMessage } from "./actions";
import { ChatHeader } from "./ChatHeader";
import { ChatMessageRow } from "./ChatMessageRow";
import { words } from "./messages";
import type { ChatRecord } from "./objects";
import { object } from "./objects";
import { unreadOf } from "./order";
import { threadName } from "./reducers";
import { useTypingTeller, useTypists } from "./useTyping";

interface Row {
  key: string;
  above?: string | undefined;
  pending?: Outgoing;
}

function useRows(name: string): Row[] | undefined {
  const thread = useAtomValue(threads.atomOf(name));
  const pending = useAtomValue(outgoing.atomOf(name));
  return useMemo(
    () =>
      thread && [
        ...thread.items.map((item, index): Row => ({ key: item.id, above: thread.items[index - 1]?.id })),
        ...pending.map((message): Row => ({ key: message.clientId, pending: message })),
      ],
    [thread, pending],
  );
}

/** Reads for myself while I look, and remembers where I began. */
function useReadingPosition(id: string, chat: ChatRecord | undefined): number | undefined {
  const me = useAtomValue(identityAtom)?.userId;
  const isRead = useReading();
  const [start, setStart] = useState<number>();
  const last = chat?.last_number ?? 0;
  const unread = chat ? unreadOf(chat, me) : 0;

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
    <p role="status" className="h-5 shrink-0 truncate px-5 text-meta text-n11">
      {names.length > 0 ? words.typing(names) : null}
    </p>
  );
}

/** One chat: messages, who types, where to write. */
export function ChatView({ id }: { id: string }) {
  const name = threadName(id);
  const state = useTopic(name);
  const shown = useShown<ChatRecord>(object, id);
  const chat = shown?.record;
  const rows = useRows(name);
  const thread = useAtomValue(threads.atomOf(name));
  const handle = useRef<ThreadHandle>(null);
  const readNumber = useReadingPosition(id, chat);
  const tellTyping = useTypingTeller(name);

  if (shown?.isRemoved || (state.phase === "failed" && !rows)) {
    return <PageState role="alert" icon={<SearchX />} title={words.notFound} text={words.notFoundHint} />;
  }
  if (!(rows && chat && thread)) {
    return <SkeletonRows label={t.frame.loading} />;
  }
  return (
    <>
      <ChatHeader chat={chat} />
      <Thread
        ref={handle}
        label={threadWords.thread}
        items={rows}
        firstNumber={thread.items[0]?.number ?? 0}
        isComplete={thread.isComplete}
        onNeedOlder={() => loadOlder(id).catch((error: unknown) => toast.error(detailOf(error)))}
        emptyState={
          <PageState icon={<MessagesSquare />} title={words.noMessages} text={words.noMessagesHint} />
        }
        render={(row) =>
          row.pending ? (
            <PendingBubble thread={name} message={row.pending} failText={words.sendFailed} />
          ) : (
            <ChatMessageRow id={row.key} above={row.above} readNumber={readNumber} />
          )
        }
      />
      <TypingLine topic={name} />
      <Composer
        key={id}
        draft={name}
        label={words.composer}
        placeholder={words.placeholder(chat.name ?? "")}
        sendLabel={words.send}
        onTyping={tellTyping}
        onSend={(body) => {
          handle.current?.toBottom();
          void sendMessage(id, body);
        }}
      />
    </>
  );
}
