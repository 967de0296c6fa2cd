import { MessagesSquare, SearchX } from "lucide-react";
import { useRef } from "react";
import { PageHeaderSkeleton } from "@/components/PageHeader/PageHeaderSkeleton";
import { PageState } from "@/components/PageState/PageState";
import { threadColumn } from "@/components/Thread/column";
import type { ThreadHandle } from "@/components/Thread/Thread";
import { WayOut } from "@/feature/WayOut";
import { cn } from "@/lib/cn";
import { isolate } from "@/lib/isolate";
import { useAsAbsent } from "@/lib/openTitle";
import { useTopic } from "@/realtime";
import { identityAtom, useAtomValue, useShown } from "@/store";
import { OpenThread } from "@/thread/OpenThread";
import { useThreadItems } from "@/thread/useThreadItems";
import { idAt, loadOlder, sendMessage } from "./actions";
import { ChatHeader } from "./ChatHeader";
import { ChatMessageRow } from "./ChatMessageRow";
import { ChatBox } from "./compose/ChatBox";
import { AroundDialog } from "./find/AroundDialog";
import { UnreadChip } from "./find/UnreadChip";
import { useJump } from "./find/useJump";
import { words } from "./messages";
import { chatName } from "./naming";
import type { ChatRecord } from "./objects";
import { object } from "./objects";
import { threadName } from "./reducers";
import { ThreadPanel } from "./replies/ThreadPanel";
import { useAddress } from "./useAddress";
import { useReadingPosition } from "./useReadingPosition";
import { useTypingTeller, useTypists } from "./useTyping";

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
  const reading = useReadingPosition(id, chat);
  const tellTyping = useTypingTeller(name);
  const me = useAtomValue(identityAtom)?.userId;
  const { thread, at, openThread, close } = useAddress();
  const jump = useJump({ chat: id, at, isReady: view?.isKnown === true, handle });

  const isMember = chat?.members?.some((member) => member.id === me) === true;
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
        {reading.waiting > 0 && view?.isKnown ? (
          <UnreadChip
            count={reading.waiting}
            onJump={() => {
              reading.seen();
              const first = (reading.start ?? 0) + 1;
              void jump.toNumber(first, (number) => idAt(id, number));
            }}
            onClose={reading.seen}
          />
        ) : null}
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
              readNumber={reading.start}
              onThread={openThread}
              onUnread={isMember ? reading.leaveUnread : undefined}
              isMarked={place.key === jump.marked}
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
            reading.seen();
            handle.current?.toBottom();
            void sendMessage(id, body, files);
          }}
        />
      </div>
      {thread !== undefined && chat && view?.isKnown ? (
        <ThreadPanel key={thread} chat={chat} parent={thread} at={at} onTyping={tellTyping} onClose={close} />
      ) : null}
      {jump.far ? <AroundDialog chat={id} {...jump.far} onClose={jump.leaveFar} /> : null}
    </div>
  );
}
