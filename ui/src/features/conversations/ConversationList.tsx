import { MessageCircle } from "lucide-react";
import { ApiError } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { useFacts } from "@/feature";
import { t } from "@/messages";
import type { useListView } from "@/thread/listView";
import { ThreadList } from "@/thread/ThreadList";
import { Entry, useConversations } from "./entries";
import { MessageHits } from "./find/MessageHits";
import { words } from "./messages";
import { object } from "./objects";
import { PickedBar } from "./work/PickedBar";
import { useMayWork } from "./work/useMayWork";
import { WorkRow } from "./work/WorkRow";

interface ConversationListProps {
  current: string | undefined;
  view: ReturnType<typeof useListView>;
}

/** The live list of texts: unread first, then the newest. */
export function ConversationList({ current, view }: ConversationListProps) {
  const FirstStep = useFacts(object).find((facts) => facts.FirstStep)?.FirstStep;
  const live = useConversations(current, view);
  const mayWork = useMayWork();
  const isForbidden = live.error instanceof ApiError && live.error.status === 403;
  const list = (
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
      render={(id) =>
        mayWork ? (
          <WorkRow id={id} isCurrent={id === current} onDone={live.ask} />
        ) : (
          <Entry id={id} isCurrent={id === current} />
        )
      }
    />
  );
  return (
    <>
      {mayWork ? <PickedBar onDone={live.ask} /> : null}
      {list}
      <MessageHits typed={view.search} />
    </>
  );
}
