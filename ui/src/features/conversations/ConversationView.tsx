import { CircleAlert, MessageCircle, SearchX } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { addToDraft } from "@/components/Composer/drafts";
import { PageHeaderSkeleton } from "@/components/PageHeader/PageHeaderSkeleton";
import { PageState } from "@/components/PageState/PageState";
import type { ThreadHandle } from "@/components/Thread/Thread";
import { toast } from "@/components/Toaster/toasts";
import { WayOut } from "@/feature/WayOut";
import { useAsAbsent } from "@/lib/openTitle";
import { useReading } from "@/lib/useReading";
import { topics, useTopic } from "@/realtime";
import { useShown } from "@/store";
import { OpenThread } from "@/thread/OpenThread";
import { useOwnDraft } from "@/thread/useOwnDraft";
import { useThreadItems } from "@/thread/useThreadItems";
import { loadOlder, markRead, sendText } from "./actions";
import { ConversationHeader } from "./ConversationHeader";
import { FindBar } from "./find/FindBar";
import { find } from "./find/find";
import { useFinding } from "./find/useFinding";
import { useJump } from "./find/useJump";
import { MessageRow } from "./MessageRow";
import { words } from "./messages";
import { OtherLine } from "./OtherLine";
import type { ConversationRecord } from "./objects";
import { object } from "./objects";
import { threadName } from "./reducers";
import { TextBox } from "./TextBox";
import { RestingLine } from "./work/WorkTools";

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
  const view = useThreadItems(name);
  const draft = useOwnDraft(name);
  const thread = useRef<ThreadHandle>(null);
  const readNumber = useReadingPosition(id, conversation);
  // A text that is edited comes into the composer, which reads its draft again.
  const [templatesAsked, setTemplatesAsked] = useState(0);
  const [edited, setEdited] = useState({ id, times: 0 });
  const edit = useCallback(
    (body: string) => {
      addToDraft(draft, body);
      setEdited((before) => ({ id, times: before.times + 1 }));
    },
    [id, draft],
  );

  const looking = useFinding(id);
  const jump = useJump(id, thread, view !== undefined);

  const isRefused = state.phase === "failed" && !view;
  useAsAbsent(isRefused || shown?.isRemoved === true);

  if (isRefused) {
    return (
      <PageState
        icon={<SearchX />}
        title={words.notFound}
        text={words.notFoundHint}
        action={<WayOut />}
        role="alert"
      />
    );
  }
  if (shown?.isRemoved) {
    return (
      <PageState
        icon={<CircleAlert />}
        title={words.notFound}
        text={words.notFoundHint}
        action={<WayOut />}
      />
    );
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
      {conversation ? (
        <>
          <ConversationHeader
            conversation={conversation}
            onMarkRead={() => void markAllRead()}
            onRefresh={() => topics.again(name)}
            onTemplates={() => setTemplatesAsked((before) => before + 1)}
            onTop={() => thread.current?.up()}
            onBottom={() => thread.current?.down()}
            onFind={() => find(id)}
          />
          <RestingLine conversation={conversation} />
          <OtherLine conversation={conversation} />
          {looking ? (
            <FindBar
              key={looking.opening}
              conversation={id}
              newest={conversation.last_number ?? 0}
              onShow={jump.show}
            />
          ) : null}
        </>
      ) : (
        <PageHeaderSkeleton />
      )}
      <OpenThread
        ref={thread}
        name={name}
        view={view}
        failText={(message) => (message.isRule ? "" : words.sendFailed)}
        onNeedOlder={() => loadOlder(id)}
        emptyState={
          <PageState icon={<MessageCircle />} title={words.noMessages} text={words.noMessagesHint} />
        }
        render={(place) => (
          <MessageRow
            conversationId={id}
            id={place.key}
            above={place.above}
            readNumber={readNumber}
            isLast={place.isLast}
            onEdit={edit}
            typed={looking?.typed}
            isFound={place.key === jump.current}
          />
        )}
      />
      <TextBox
        key={`${id} ${edited.times}`}
        id={id}
        conversation={conversation}
        takesFocus={edited.id === id && edited.times > 0}
        draft={draft}
        templatesAsked={templatesAsked}
        onSend={(body, files) => {
          thread.current?.toBottom();
          void sendText(id, body, files);
        }}
      />
    </>
  );
}
