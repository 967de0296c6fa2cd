import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, Hash, Lock, MessagesSquare } from "lucide-react";
import { useEffect, useMemo } from "react";
import { detailOf, listRecords } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { ThreadRow } from "@/components/ThreadRow/ThreadRow";
import { useSettled } from "@/lib/useSettled";
import { t } from "@/messages";
import { useTopic } from "@/realtime";
import { identityAtom, keep, lists, transact, useAtomValue, useRecord, useRecords } from "@/store";
import { words } from "./messages";
import type { ChatRecord } from "./objects";
import { object, pathOf } from "./objects";
import { newestFirst, unreadOf } from "./order";
import { liveList } from "./reducers";

const liveLimit = 25;

async function fetchLive(): Promise<string[]> {
  const page = await listRecords<ChatRecord>(object, {
    limit: liveLimit,
    order: "-modified_date",
    filter: [{ field: "status", operator: "!=", value: "Closed" }],
  });
  keep(object, page.rows);
  const ids = page.rows.map((row) => row.id);
  transact((tx) => lists.set(tx, liveList, ids));
  return ids;
}

function Entry({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const chat = useRecord<ChatRecord>(object, id);
  const me = useAtomValue(identityAtom)?.userId;
  if (!chat) {
    return null;
  }
  const Icon = chat.private ? Lock : Hash;
  return (
    <Link
      to={pathOf(id)}
      data-thread={id}
      aria-current={isCurrent ? "page" : undefined}
      className="block rounded focus-visible:-outline-offset-2"
    >
      <ThreadRow
        icon={
          <span className="flex size-8 shrink-0 items-center justify-center rounded-lg border bg-n2 text-n11">
            <Icon aria-hidden className="size-4" />
          </span>
        }
        title={chat.name ?? t.records.noValue}
        preview={chat.last_message ?? chat.topic ?? ""}
        at={chat.last_message_at ?? chat.modified_date}
        unread={unreadOf(chat, me)}
        isCurrent={isCurrent}
      />
    </Link>
  );
}

/** The chats that are not closed, unread first, then the newest. */
export function ChatList({ current, onNew }: { current: string | undefined; onNew: () => void }) {
  const me = useAtomValue(identityAtom)?.userId;
  const { epoch } = useTopic(`object:${object}`);
  const { error, refetch, isSuccess } = useQuery({ queryKey: ["live", object], queryFn: fetchLive });
  const ids = useAtomValue(lists.atomOf(liveList));
  const chats = useRecords<ChatRecord>(object, ids ?? []);
  const wanted = useMemo(() => [...chats].sort(newestFirst(me)).map((chat) => chat.id), [chats, me]);
  const { ids: ordered, hold } = useSettled(wanted);

  useEffect(() => {
    if (epoch > 1) {
      void refetch();
    }
  }, [epoch, refetch]);

  // The store lets lists go that were not shown for long; what was fetched then has to be fetched again.
  const isLost = isSuccess && ids === undefined;
  useEffect(() => {
    if (isLost) {
      void refetch();
    }
  }, [isLost, refetch]);

  if (error && !ids) {
    return (
      <PageState
        role="alert"
        icon={<CircleAlert />}
        title={t.records.fetchError}
        text={detailOf(error)}
        action={<Button onClick={() => void refetch()}>{t.frame.retry}</Button>}
      />
    );
  }
  if (!ids) {
    return <SkeletonRows label={t.frame.loading} />;
  }
  if (ordered.length === 0) {
    return (
      <PageState
        icon={<MessagesSquare />}
        title={words.empty}
        text={words.emptyHint}
        action={
          <Button tone="primary" onClick={onNew}>
            {words.newChat}
          </Button>
        }
      />
    );
  }
  return (
    <ul {...hold} aria-label={words.title} className="min-h-0 flex-1 overflow-y-auto p-2">
      {ordered.map((id) => (
        <li key={id}>
          <Entry id={id} isCurrent={id === current} />
        </li>
      ))}
    </ul>
  );
}
