import { MessageCircle } from "lucide-react";
import { ApiError, listRecords } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { useFacts } from "@/feature";
import { t } from "@/messages";
import { useRecord } from "@/store";
import { takeLive } from "@/thread";
import { ThreadLink, ThreadList } from "@/thread/ThreadList";
import { useLiveList } from "@/thread/useLiveList";
import { words } from "./messages";
import { conversationName } from "./naming";
import type { ConversationRecord } from "./objects";
import { object, pathOf } from "./objects";
import { byUnreadThenRecent } from "./order";
import { liveList, unread } from "./reducers";

const liveLimit = 25;

async function fetchLive(): Promise<string[]> {
  const newest = await listRecords<ConversationRecord>(object, { limit: liveLimit, order: "-modified_date" });
  return takeLive(object, liveList, newest.rows);
}

export function Entry({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const conversation = useRecord<ConversationRecord>(object, id);
  if (!conversation) {
    return null;
  }
  return (
    <ThreadLink
      id={id}
      path={pathOf(id)}
      title={conversationName(conversation)}
      preview={conversation.last_message ?? ""}
      at={conversation.last_message_at ?? conversation.modified_date}
      unread={conversation.unread_messages ?? 0}
      isCurrent={isCurrent}
    />
  );
}

/** The live conversations, unread first, then the newest. */
export const useConversations = (current: string | undefined) =>
  useLiveList<ConversationRecord>({
    object,
    list: liveList,
    fetch: fetchLive,
    order: byUnreadThenRecent,
    unread,
    current,
  });

/** The live list of texts: unread first, then the newest. */
export function ConversationList({ current }: { current?: string | undefined }) {
  const FirstStep = useFacts(object).find((facts) => facts.FirstStep)?.FirstStep;
  const live = useConversations(current);
  const isForbidden = live.error instanceof ApiError && live.error.status === 403;
  return (
    <ThreadList
      live={live}
      current={current}
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
