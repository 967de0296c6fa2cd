import { MessagesSquare } from "lucide-react";
import { useMemo } from "react";
import { listRecords } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { t } from "@/messages";
import { identityAtom, useAtomValue, useRecord } from "@/store";
import { takeLive } from "@/thread";
import { ThreadLink, ThreadList } from "@/thread/ThreadList";
import { useLiveList } from "@/thread/useLiveList";
import { ChatFace } from "./ChatFace";
import { words } from "./messages";
import { chatName } from "./naming";
import type { ChatRecord } from "./objects";
import { object, pathOf } from "./objects";
import { newestFirst, unreadOf } from "./order";
import { liveList, unread } from "./reducers";

const liveLimit = 25;

async function fetchLive(): Promise<string[]> {
  const page = await listRecords<ChatRecord>(object, {
    limit: liveLimit,
    order: "-modified_date",
    filter: [{ field: "status", operator: "!=", value: "Closed" }],
  });
  return takeLive(object, liveList, page.rows);
}

export function Entry({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const chat = useRecord<ChatRecord>(object, id);
  const me = useAtomValue(identityAtom)?.userId;
  if (!chat) {
    return null;
  }
  return (
    <ThreadLink
      id={id}
      path={pathOf(id)}
      icon={<ChatFace chat={chat} />}
      title={chatName(chat, me) || t.records.noValue}
      preview={chat.last_message ?? chat.topic ?? ""}
      at={chat.last_message_at ?? chat.modified_date}
      unread={unreadOf(chat, me)}
      isCurrent={isCurrent}
    />
  );
}

/** The chats that are not closed, live, unread first, then the newest. */
export function useChats(current: string | undefined) {
  const me = useAtomValue(identityAtom)?.userId;
  const order = useMemo(() => newestFirst(me), [me]);
  return useLiveList<ChatRecord>({ object, list: liveList, fetch: fetchLive, order, unread, current });
}

/** The chats that are not closed, unread first, then the newest. */
export function ChatList({ current, onNew }: { current: string | undefined; onNew: () => void }) {
  const live = useChats(current);
  return (
    <ThreadList
      live={live}
      current={current}
      label={words.title}
      emptyState={
        <PageState
          icon={<MessagesSquare />}
          title={words.empty}
          text={words.emptyHint}
          action={
            <Button tone="primary" onClick={onNew}>
              {words.newMessage}
            </Button>
          }
        />
      }
      render={(id) => <Entry id={id} isCurrent={id === current} />}
    />
  );
}
