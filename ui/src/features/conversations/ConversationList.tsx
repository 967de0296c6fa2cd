import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, MessageCircle } from "lucide-react";
import { useEffect, useMemo } from "react";
import { ApiError, detailOf, listRecords } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { ThreadRow } from "@/components/ThreadRow/ThreadRow";
import { useFacts } from "@/feature";
import { useSettled } from "@/lib/useSettled";
import { t } from "@/messages";
import { useTopic } from "@/realtime";
import { keep, lists, transact, useAtomValue, useRecord, useRecords } from "@/store";
import { words } from "./messages";
import { conversationName } from "./naming";
import type { ConversationRecord } from "./objects";
import { object, pathOf } from "./objects";
import { byUnreadThenRecent } from "./order";
import { liveList, unread } from "./reducers";

const liveLimit = 25;

/** The newest conversations, and every older one that has something unread. */
async function fetchLive(unread: readonly string[]): Promise<string[]> {
  const newest = await listRecords<ConversationRecord>(object, { limit: liveLimit, order: "-modified_date" });
  const listed = new Set(newest.rows.map((row) => row.id));
  const missing = unread.filter((id) => !listed.has(id)).slice(0, liveLimit);
  const rest =
    missing.length > 0
      ? await listRecords<ConversationRecord>(object, {
          limit: liveLimit,
          filter: [{ field: "id", operator: "IN", value: missing }],
        })
      : undefined;
  const rows = [...newest.rows, ...(rest?.rows ?? [])];
  keep(object, rows);
  const ids = rows.map((row) => row.id);
  transact((tx) => lists.set(tx, liveList, ids));
  return ids;
}

function Entry({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const conversation = useRecord<ConversationRecord>(object, id);
  if (!conversation) {
    return null;
  }
  return (
    <Link
      to={pathOf(id)}
      data-thread={id}
      aria-current={isCurrent ? "page" : undefined}
      className="block rounded focus-visible:-outline-offset-2"
    >
      <ThreadRow
        title={conversationName(conversation)}
        preview={conversation.last_message ?? ""}
        at={conversation.last_message_at ?? conversation.modified_date}
        unread={conversation.unread_messages ?? 0}
        isCurrent={isCurrent}
      />
    </Link>
  );
}

/** The live list of texts: unread first, then the newest. */
export function ConversationList({ current }: { current?: string | undefined }) {
  const counts = useAtomValue(unread.counts);
  const FirstStep = useFacts(object).find((facts) => facts.FirstStep)?.FirstStep;
  const { epoch } = useTopic(`object:${object}`);
  const query = useQuery({ queryKey: ["live", object], queryFn: () => fetchLive(Object.keys(counts)) });
  const ids = useAtomValue(lists.atomOf(liveList));
  const records = useRecords<ConversationRecord>(object, ids ?? []);
  const wanted = useMemo(() => [...records].sort(byUnreadThenRecent).map((record) => record.id), [records]);
  const { ids: ordered, hold } = useSettled(wanted);
  const { refetch, isSuccess } = query;

  // The first snapshot follows the first answer; each later one means that changes may have been missed.
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

  if (query.error && !ids) {
    const isForbidden = query.error instanceof ApiError && query.error.status === 403;
    return (
      <PageState
        role="alert"
        icon={<CircleAlert />}
        title={isForbidden ? t.records.listForbidden : t.records.fetchError}
        text={detailOf(query.error)}
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
        icon={<MessageCircle />}
        title={words.empty}
        text={words.emptyHint}
        action={FirstStep ? <FirstStep /> : null}
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
