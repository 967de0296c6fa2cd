import { type Filter, listRecords } from "@/api";
import { currentUserId, useRecord } from "@/store";
import { addLive, takeLive } from "@/thread";
import { everything, type ListView } from "@/thread/listView";
import { ThreadLink } from "@/thread/ThreadList";
import { useLiveList } from "@/thread/useLiveList";
import { useIsOnSeveralLines } from "./lines";
import { words } from "./messages";
import { conversationName, lineOf } from "./naming";
import type { ConversationRecord } from "./objects";
import { object, pathOf } from "./objects";
import { byUnreadThenRecent, unreadIn } from "./order";
import { liveList } from "./reducers";
import { unread } from "./unread";
import { isMine, isShown, workOf } from "./work/state";

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

const isAt = (value: string): Filter => ({ field: "work_state", operator: "=", value });
const isNotAt = (value: string): Filter => ({ field: "work_state", operator: "!=", value });

/** The conversations of a tab, as the server is asked for them. */
const filtersOf = (show: ListView["show"]): readonly Filter[] =>
  ({
    mine: [
      { field: "assigned_user", operator: "=", value: currentUserId() ?? null } as const,
      isNotAt("Snoozed"),
      isNotAt("Closed"),
    ],
    unassigned: [
      { field: "assigned_user", operator: "IS NULL", value: null } as const,
      isNotAt("Snoozed"),
      isNotAt("Closed"),
    ],
    snoozed: [isAt("Snoozed")],
    unread: [],
    all: [],
  })[show ?? "all"];

/** Those that the newest may not hold: of a tab, or what a search finds. */
async function fetchMore({ show, search }: Required<ListView>): Promise<string[]> {
  // The server looks for names; a whole number is looked for as one.
  const number = await wholeNumber(search);
  const filter: Filter[] = [
    ...filtersOf(show),
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

const textsOf = (row: ConversationRecord) => [conversationName(row), ...(row.contact_phones ?? [])];

interface EntryProps {
  id: string;
  isCurrent: boolean;
}

export function Entry({ id, isCurrent }: EntryProps) {
  const conversation = useRecord<ConversationRecord>(object, id);
  const isMarked = useIsOnSeveralLines(conversation);
  if (!conversation) {
    return null;
  }
  const work = workOf(conversation);
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
      state={work === "Open" ? undefined : words.workStates[work]}
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
    isShown,
    unreadIn,
    textsOf,
    order: byUnreadThenRecent,
    unread,
    current,
  });
