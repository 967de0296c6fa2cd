import { MessageCircle } from "lucide-react";
import { ApiError, type Filter, listRecords } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { useFacts } from "@/feature";
import { t } from "@/messages";
import { currentUserId, useRecord } from "@/store";
import { addLive, takeLive } from "@/thread";
import { everything, type ListView, type useListView } from "@/thread/listView";
import { ThreadLink, ThreadList } from "@/thread/ThreadList";
import { useLiveList } from "@/thread/useLiveList";
import { useIsOnSeveralLines } from "./lines";
import { words } from "./messages";
import { conversationName, lineOf } from "./naming";
import type { ConversationRecord } from "./objects";
import { object, pathOf } from "./objects";
import { byUnreadThenRecent, unreadIn } from "./order";
import { liveList } from "./reducers";
import { unread } from "./unread";

const liveLimit = 25;

async function fetchLive(): Promise<string[]> {
  const newest = await listRecords<ConversationRecord>(object, { limit: liveLimit, order: "-modified_date" });
  return takeLive(object, liveList, newest.rows);
}

/** The number that was typed, if it is one. The numbering plans are large, and the card on Home does not need them. */
async function wholeNumber(search: string): Promise<string | undefined> {
  if (!/\p{Nd}/u.test(search)) {
    return undefined;
  }
  const { readNumber } = await import("@/lib/phoneNumber");
  return readNumber(search, "US")?.number;
}

/** Those that the newest may not hold: mine, or what a search finds. */
async function fetchMore({ show, search }: Required<ListView>): Promise<string[]> {
  // The server looks for names; a whole number is looked for as one.
  const number = await wholeNumber(search);
  const filter: Filter[] = [
    ...(show === "mine"
      ? [{ field: "assigned_user", operator: "=", value: currentUserId() ?? null } as const]
      : []),
    ...(number ? [{ field: "contact_phones", operator: "=", value: number } as const] : []),
  ];
  const found = await listRecords<ConversationRecord>(object, {
    limit: liveLimit,
    order: "-modified_date",
    search: number ? "" : search,
    filter,
  });
  return addLive(object, liveList, found.rows);
}

const isMine = (row: ConversationRecord) => row.assigned_user?.id === currentUserId();
const textsOf = (row: ConversationRecord) => [conversationName(row), ...(row.contact_phones ?? [])];

export function Entry({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const conversation = useRecord<ConversationRecord>(object, id);
  const isMarked = useIsOnSeveralLines(conversation);
  if (!conversation) {
    return null;
  }
  return (
    <ThreadLink
      id={id}
      path={pathOf(id)}
      title={conversationName(conversation)}
      preview={conversation.last_message ?? ""}
      at={conversation.modified_date ?? conversation.last_message_at}
      unread={unreadIn(conversation)}
      isCurrent={isCurrent}
      mark={isMarked ? lineOf(conversation) : undefined}
    />
  );
}

/** The live conversations, unread first, then the newest; those of a view. */
export const useConversations = (current: string | undefined, view = everything) =>
  useLiveList<ConversationRecord>({
    object,
    list: liveList,
    fetch: fetchLive,
    fetchMore,
    view,
    isMine,
    unreadIn,
    textsOf,
    order: byUnreadThenRecent,
    unread,
    current,
  });

interface ConversationListProps {
  current: string | undefined;
  view: ReturnType<typeof useListView>;
}

/** The live list of texts: unread first, then the newest. */
export function ConversationList({ current, view }: ConversationListProps) {
  const FirstStep = useFacts(object).find((facts) => facts.FirstStep)?.FirstStep;
  const live = useConversations(current, view);
  const isForbidden = live.error instanceof ApiError && live.error.status === 403;
  return (
    <ThreadList
      live={live}
      current={current}
      view={view}
      label={words.title}
      failTitle={isForbidden ? t.records.listForbidden : t.records.fetchError}
      emptyState={
        <PageState
          icon={<MessageCircle />}
          title={words.empty}
          text={words.emptyHint}
          action={FirstStep ? <FirstStep /> : null}
        />
      }
      render={(id) => <Entry id={id} isCurrent={id === current} />}
    />
  );
}
