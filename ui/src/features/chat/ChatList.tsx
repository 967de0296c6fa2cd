import { MessagesSquare } from "lucide-react";
import { useCallback, useMemo } from "react";
import { type Filter, listRecords } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { t } from "@/messages";
import { currentUserId, identityAtom, useAtomValue, useRecord } from "@/store";
import { addLive, takeLive } from "@/thread";
import { everything, type ListView, type useListView } from "@/thread/listView";
import { ThreadLink, ThreadList } from "@/thread/ThreadList";
import { useLiveList } from "@/thread/useLiveList";
import { ChatFace } from "./ChatFace";
import { words } from "./messages";
import { mutedAtom } from "./muted";
import { chatName } from "./naming";
import type { ChatRecord } from "./objects";
import { object, pathOf } from "./objects";
import { newestFirst, unreadOf } from "./order";
import { liveList } from "./reducers";
import { unread } from "./unread";

const liveLimit = 25;

const isOpen: Filter = { field: "status", operator: "!=", value: "Closed" };

async function fetchLive(): Promise<string[]> {
  const page = await listRecords<ChatRecord>(object, {
    limit: liveLimit,
    order: "-modified_date",
    filter: [isOpen],
  });
  return takeLive(object, liveList, page.rows);
}

/** Those that the newest may not hold: mine, or what a search finds. */
async function fetchMore({ show, search }: Required<ListView>): Promise<string[]> {
  const mine: Filter = { field: "members", operator: "=", value: currentUserId() ?? null };
  const found = await listRecords<ChatRecord>(object, {
    limit: liveLimit,
    order: "-modified_date",
    search,
    filter: show === "mine" ? [isOpen, mine] : [isOpen],
  });
  return addLive(object, liveList, found.rows);
}

const isMine = (row: ChatRecord) => row.members?.some((member) => member.id === currentUserId()) ?? false;
const textsOf = (row: ChatRecord) => [chatName(row, currentUserId()), row.name ?? ""];

export function Entry({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const chat = useRecord<ChatRecord>(object, id);
  const me = useAtomValue(identityAtom)?.userId;
  const isMuted = useAtomValue(mutedAtom)[id] === true;
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
      unread={isMuted ? 0 : unreadOf(chat, me)}
      isCurrent={isCurrent}
    />
  );
}

/** The chats that are not closed, live, unread first, then the newest; those of a view. */
export function useChats(current: string | undefined, view = everything) {
  const me = useAtomValue(identityAtom)?.userId;
  const order = useMemo(() => newestFirst(me), [me]);
  const unreadIn = useCallback((chat: ChatRecord) => unreadOf(chat, me), [me]);
  return useLiveList<ChatRecord>({
    object,
    list: liveList,
    fetch: fetchLive,
    fetchMore,
    view,
    isMine,
    unreadIn,
    textsOf,
    order,
    unread,
    current,
  });
}

interface ChatListProps {
  current: string | undefined;
  view: ReturnType<typeof useListView>;
  onNew: () => void;
}

/** The chats that are not closed, unread first, then the newest. */
export function ChatList({ current, view, onNew }: ChatListProps) {
  const live = useChats(current, view);
  return (
    <ThreadList
      live={live}
      current={current}
      view={view}
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
