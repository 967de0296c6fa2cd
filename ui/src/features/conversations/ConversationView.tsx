import { CircleAlert, MessageCircle, SearchX } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { detailOf, type WireRecord } from "@/api";
import { Composer } from "@/components/Composer/Composer";
import { addToDraft } from "@/components/Composer/drafts";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Thread, type ThreadHandle } from "@/components/Thread/Thread";
import { toast } from "@/components/Toaster/toasts";
import { useReading } from "@/lib/useReading";
import { t } from "@/messages";
import { thread as threadWords } from "@/messages/thread";
import { topics, useTopic, useTopics } from "@/realtime";
import { useAtomValue, useRecords, useShown } from "@/store";
import { type Outgoing, outgoing, threads } from "@/thread";
import { PendingBubble } from "@/thread/PendingBubble";
import { loadOlder, markRead, sendText } from "./actions";
import { ConversationHeader } from "./ConversationHeader";
import { useConsentEvents } from "./consent/events";
import { isBlocked, isStopped } from "./consent/rules";
import { MessageRow } from "./MessageRow";
import { words } from "./messages";
import type { ConversationRecord } from "./objects";
import { object } from "./objects";
import { threadName } from "./reducers";

interface Row {
  key: string;
  id?: string;
  above?: string | undefined;
  isLast: boolean;
  pending?: Outgoing;
}

function useRows(name: string): { rows: Row[]; firstNumber: number; isComplete: boolean } | undefined {
  const thread = useAtomValue(threads.atomOf(name));
  const pending = useAtomValue(outgoing.atomOf(name));
  return useMemo(() => {
    if (!thread) {
      return undefined;
    }
    const stored = thread.items.map(
      (item, index): Row => ({
        key: item.id,
        id: item.id,
        above: thread.items[index - 1]?.id,
        isLast: index === thread.items.length - 1,
      }),
    );
    const waiting = pending.map(
      (message): Row => ({ key: message.clientId, pending: message, isLast: false }),
    );
    return {
      rows: [...stored, ...waiting],
      firstNumber: thread.items[0]?.number ?? 0,
      isComplete: thread.isComplete,
    };
  }, [thread, pending]);
}

/** Reads for the team while somebody looks at the thread, and remembers where he began. */
function useReadingPosition(id: string, conversation: ConversationRecord | undefined): number | undefined {
  const isRead = useReading();
  const [start, setStart] = useState<number>();
  const unread = conversation?.unread_messages ?? 0;
  const read = conversation?.read_number;

  useEffect(() => {
    if (start === undefined && read !== undefined) {
      setStart(unread > 0 ? read : Number.MAX_SAFE_INTEGER);
    }
  }, [start, read, unread]);

  useEffect(() => {
    if (isRead && unread > 0) {
      // A refusal leaves the badge; Mark All Read says why.
      markRead(id).catch(() => undefined);
    }
  }, [id, isRead, unread]);

  return start;
}

/** One text conversation: its messages, live, and where to write. */
export function ConversationView({ id }: { id: string }) {
  const name = threadName(id);
  const state = useTopic(name);
  const shown = useShown<ConversationRecord>(object, id);
  const conversation = shown?.record;
  const contactIds = useMemo(
    () => (conversation?.contacts ?? []).map((contact) => contact.id),
    [conversation?.contacts],
  );
  useTopics(contactIds.map((contact) => `record:contact:${contact}`));
  const contacts = useRecords<WireRecord>("contact", contactIds);
  const said = useConsentEvents(conversation?.contact_phones ?? []);
  const view = useRows(name);
  const thread = useRef<ThreadHandle>(null);
  const readNumber = useReadingPosition(id, conversation);
  // A text that is edited comes into the composer, which reads its draft anew.
  const [edited, setEdited] = useState({ id, times: 0 });
  const edit = useCallback(
    (body: string) => {
      addToDraft(name, body);
      setEdited((before) => ({ id, times: before.times + 1 }));
    },
    [id, name],
  );

  if (state.phase === "failed" && !view) {
    return <PageState icon={<SearchX />} title={words.notFound} text={words.notFoundHint} role="alert" />;
  }
  if (shown?.isRemoved) {
    return <PageState icon={<CircleAlert />} title={words.notFound} text={words.notFoundHint} />;
  }
  if (!(view && conversation)) {
    return <SkeletonRows label={t.frame.loading} />;
  }

  const markAllRead = async () => {
    try {
      await markRead(id);
      toast.success(words.markedRead);
    } catch {
      toast.error(words.markFailed);
    }
  };

  return (
    <>
      <ConversationHeader
        conversation={conversation}
        onMarkRead={() => void markAllRead()}
        onRefresh={() => topics.again(name)}
        onTop={() => thread.current?.toTop()}
        onBottom={() => thread.current?.toBottom()}
      />
      <Thread
        ref={thread}
        label={threadWords.thread}
        items={view.rows}
        firstNumber={view.firstNumber}
        isComplete={view.isComplete}
        onNeedOlder={() => loadOlder(id).catch((error: unknown) => toast.error(detailOf(error)))}
        emptyState={
          <PageState icon={<MessageCircle />} title={words.noMessages} text={words.noMessagesHint} />
        }
        render={(row) =>
          row.pending ? (
            <PendingBubble
              thread={name}
              message={row.pending}
              failText={row.pending.isRule ? "" : words.sendFailed}
            />
          ) : (
            <MessageRow
              conversationId={id}
              id={row.id ?? row.key}
              above={row.above}
              readNumber={readNumber}
              isLast={row.isLast}
              onEdit={edit}
            />
          )
        }
      />
      <Composer
        key={`${id} ${edited.times}`}
        takesFocus={edited.id === id && edited.times > 0}
        draft={name}
        label={words.composer}
        placeholder={words.placeholder}
        sendLabel={words.send}
        emptyText={words.emptyText}
        maxLength={1600}
        blocked={isBlocked(contacts) || isStopped(said ?? [], id) ? words.optedOut : undefined}
        onSend={(body) => {
          thread.current?.toBottom();
          void sendText(id, body);
        }}
      />
    </>
  );
}
