import { useMemo } from "react";
import { useAtomValue } from "@/store";
import { type Outgoing, outgoing } from "./outgoing";
import { threads } from "./threads";

/** One place in a thread: a message of the server, or one that was written here and waits. */
export interface ThreadPlace {
  key: string;
  /** The message before it. */
  above?: string | undefined;
  /** The newest of the server's. */
  isLast: boolean;
  pending?: Outgoing;
}

export interface ThreadItems {
  items: ThreadPlace[];
  firstNumber: number;
  isComplete: boolean;
  /** The server's messages are there; before that, only what waits is shown. */
  isKnown: boolean;
}

/** What a thread shows, in order; undefined while there is nothing to show yet. */
export function useThreadItems(name: string): ThreadItems | undefined {
  const thread = useAtomValue(threads.atomOf(name));
  const pending = useAtomValue(outgoing.atomOf(name));
  return useMemo(() => {
    if (!thread && pending.length === 0) {
      return undefined;
    }
    const stored = (thread?.items ?? []).map(
      ({ id }, index, all): ThreadPlace => ({
        key: id,
        above: all[index - 1]?.id,
        isLast: index === all.length - 1,
      }),
    );
    const waiting = pending.map(
      (message): ThreadPlace => ({ key: message.clientId, pending: message, isLast: false }),
    );
    return {
      items: [...stored, ...waiting],
      firstNumber: thread?.items[0]?.number ?? 0,
      isComplete: thread?.isComplete ?? false,
      isKnown: thread !== undefined,
    };
  }, [thread, pending]);
}
