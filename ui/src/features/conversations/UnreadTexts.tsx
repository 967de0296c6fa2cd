import { useMemo } from "react";
import { useAtomValue } from "@/store";
import { UnreadThreads } from "@/thread/UnreadThreads";
import { Entry, useConversations } from "./ConversationList";
import { unread } from "./reducers";

const most = 6;

/** The conversations with something unread, for the page that the day begins with. */
export function UnreadTexts() {
  const counts = useAtomValue(unread.counts);
  const { ids } = useConversations(undefined);
  const shown = useMemo(() => ids?.filter((id) => (counts[id] ?? 0) > 0).slice(0, most), [ids, counts]);
  return (
    <UnreadThreads
      ids={shown}
      expected={Math.min(most, Object.keys(counts).length)}
      render={(id) => <Entry id={id} isCurrent={false} />}
    />
  );
}
