import { Link } from "@tanstack/react-router";
import { Pin } from "lucide-react";
import { cn } from "@/lib/cn";
import { exactTime, parseTime } from "@/lib/time";
import { t } from "@/messages";
import { colleaguesAtom, identityAtom, useAtomValue } from "@/store";
import { react, reactionsOf } from "./amending";
import { words } from "./messages";
import { type ChatMessage, messages } from "./objects";

/** Whether there is something to say below a message. */
export const hasFoot = (message: ChatMessage) =>
  message.pinned === true || Boolean(message.edited_at) || Object.keys(reactionsOf(message)).length > 0;

/** Below a message: reactions, that it is pinned, and that it was edited. */
export function MessageFoot({ message }: { message: ChatMessage }) {
  const me = useAtomValue(identityAtom);
  const colleagues = useAtomValue(colleaguesAtom) ?? [];
  const nameOf = (id: string) =>
    id === me?.userId ? words.you : (colleagues.find((one) => one.id === id)?.name ?? t.records.someone);
  const edited = parseTime(message.edited_at);
  return (
    <>
      {Object.entries(reactionsOf(message)).map(([emoji, users]) => {
        const isMine = users.includes(me?.userId ?? "");
        const label = words.reacted(emoji, users.map(nameOf).join(", "));
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isMine}
            aria-label={label}
            data-tip={label}
            onClick={() => void react(message, emoji)}
            className={cn(
              "flex h-6 items-center gap-1 rounded-full border px-2 tabular-nums",
              isMine ? "border-accent-line bg-accent-soft text-accent-text" : "bg-surface hover:border-n8",
            )}
          >
            <span aria-hidden>{emoji}</span>
            {users.length}
          </button>
        );
      })}
      {message.pinned ? (
        <span className="flex items-center gap-1">
          <Pin aria-hidden className="size-3" />
          {words.pinned}
        </span>
      ) : null}
      {edited && message.deleted !== true ? (
        <Link
          to="/view/$object/record/$id/standard"
          params={{ object: messages, id: message.id }}
          title={exactTime(edited)}
          className="hover:underline"
        >
          {words.edited}
        </Link>
      ) : null}
    </>
  );
}
