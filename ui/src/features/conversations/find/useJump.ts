import { type RefObject, useCallback, useEffect, useState } from "react";
import { detailOf } from "@/api";
import type { ThreadHandle } from "@/components/Thread/Thread";
import { toast } from "@/components/Toaster/toasts";
import type { TextMessage } from "../objects";
import { loadTo } from "./search";

/** Brings matches into view, which may have to be fetched first; the current one is marked. */
export function useJump(conversation: string, thread: RefObject<ThreadHandle | null>, isThere: boolean) {
  const [wanted, setWanted] = useState<TextMessage>();
  const [fetched, setFetched] = useState<string>();
  const show = useCallback((message: TextMessage | undefined) => setWanted(message), []);

  useEffect(() => {
    if (!(wanted && isThere)) {
      return;
    }
    let isWanted = true;
    loadTo(conversation, wanted.number ?? 0)
      .then(() => isWanted && setFetched(wanted.id))
      .catch((error: unknown) => isWanted && toast.error(detailOf(error)));
    return () => {
      isWanted = false;
    };
  }, [conversation, wanted, isThere]);

  // After the thread has the message among its items.
  useEffect(() => {
    if (fetched !== undefined && fetched === wanted?.id) {
      thread.current?.toItem(fetched);
    }
  }, [fetched, wanted, thread]);

  return { show, current: wanted?.id };
}
