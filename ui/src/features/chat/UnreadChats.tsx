import { UnreadThreads } from "@/thread/UnreadThreads";
import { Entry, useChats } from "./ChatList";
import { home } from "./objects";
import { unread } from "./unread";

/** The chats with something unread. */
export function UnreadChats() {
  const { ids } = useChats(undefined);
  return (
    <UnreadThreads
      ids={ids}
      unread={unread}
      home={home}
      render={(id) => <Entry id={id} isCurrent={false} />}
    />
  );
}
