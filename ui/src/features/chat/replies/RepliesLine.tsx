import { MessageSquareText } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { parseTime } from "@/lib/time";
import { identityAtom, useAtomValue, useRecord } from "@/store";
import { type ChatMessage, type ChatRecord, object } from "../objects";
import { unreadReplies } from "../order";
import { words } from "./messages";

const shownRepliers = 3;
const minute = 60_000;

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minute / 4);
  return () => clearInterval(timer);
}

const thisMinute = () => Math.floor(Date.now() / minute);

interface RepliesLineProps {
  message: ChatMessage;
  onOpen: () => void;
}

/** Below a message with replies: how many, by which users, and when the last one came. Opens the thread. */
export function RepliesLine({ message, onOpen }: RepliesLineProps) {
  const me = useAtomValue(identityAtom)?.userId;
  const chat = useRecord<ChatRecord>(object, message.chat?.id ?? "");
  const now = useSyncExternalStore(everyMinute, thisMinute);
  const count = message.reply_count ?? 0;
  const unread = unreadReplies(chat, me, message.id);
  const last = parseTime(message.last_reply_at);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="mt-1 flex h-8 max-w-full items-center gap-2 rounded-lg border border-transparent px-2 text-meta hover:border-n6 hover:bg-surface"
    >
      <span aria-hidden className="-space-x-1.5 flex">
        {(message.repliers ?? []).slice(0, shownRepliers).map(({ id, name }) => (
          <span key={id} className="rounded-full ring-2 ring-surface">
            <Avatar name={name ?? ""} size="small" />
          </span>
        ))}
        {(message.repliers ?? []).length === 0 ? (
          <MessageSquareText aria-hidden className="size-4 text-n11" />
        ) : null}
      </span>
      <span className="min-w-0 truncate text-n11">
        <span className="font-medium text-accent-text">{words.replies(count)}</span>
        {last ? ` · ${words.last(Math.max(0, now - Math.floor(last.getTime() / minute)))}` : null}
      </span>
      {unread > 0 ? (
        <span className="shrink-0 rounded-full bg-accent px-1.5 font-medium text-on-accent">
          {words.unread(unread)}
        </span>
      ) : null}
    </button>
  );
}
