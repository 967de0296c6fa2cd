import { useEffect, useState } from "react";
import { detailOf } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { useReading } from "@/lib/useReading";
import { identityAtom, useAtomValue } from "@/store";
import { markRead, markUnread } from "./actions";
import { words } from "./find/messages";
import type { ChatMessage, ChatRecord } from "./objects";
import { unreadAbove } from "./order";

/** So many new messages may begin above what is shown. */
const manyNew = 8;

/** Reads for myself while I look, remembers where I began, and lets me leave messages unread. */
export function useReadingPosition(id: string, chat: ChatRecord | undefined) {
  const me = useAtomValue(identityAtom)?.userId;
  const isRead = useReading();
  const [start, setStart] = useState<number>();
  const [waiting, setWaiting] = useState(0);
  /** The newest message when I marked some as unread: they stay so until there is another one. */
  const [left, setLeft] = useState(0);
  const last = chat?.last_number ?? 0;
  const unread = chat ? unreadAbove(chat, me) : 0;

  useEffect(() => {
    if (start === undefined && chat) {
      setStart(unread > 0 ? last - unread : Number.MAX_SAFE_INTEGER);
      setWaiting(unread > manyNew ? unread : 0);
    }
  }, [start, chat, last, unread]);

  useEffect(() => {
    if (isRead && unread > 0 && last > left) {
      markRead(id, last).catch(() => undefined);
    }
  }, [id, isRead, unread, last, left]);

  return {
    /** The number up to which I had read. */
    start,
    /** How many new messages there were, until I went to them. */
    waiting,
    seen: () => setWaiting(0),
    leaveUnread: ({ number }: ChatMessage) => {
      if (typeof number !== "number") {
        return;
      }
      setLeft(last);
      setStart(number - 1);
      markUnread(id, number).then(
        () => toast.success(words.markedUnread),
        (error: unknown) => {
          setLeft(0);
          toast.error(detailOf(error));
        },
      );
    },
  };
}
