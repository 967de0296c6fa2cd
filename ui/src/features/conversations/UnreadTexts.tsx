import { UnreadThreads } from "@/thread/UnreadThreads";
import { Entry, useConversations } from "./entries";
import { home } from "./objects";
import { unread } from "./unread";

/** The conversations with something unread. */
export function UnreadTexts() {
  const { ids } = useConversations(undefined);
  return (
    <UnreadThreads
      ids={ids}
      unread={unread}
      home={home}
      render={(id) => <Entry id={id} isCurrent={false} />}
    />
  );
}
