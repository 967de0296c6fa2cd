import { Link } from "@tanstack/react-router";
import {
  AtSign,
  Bell,
  MessageSquare,
  MessageSquareReply,
  MessagesSquare,
  PencilLine,
  PhoneMissed,
  UserRoundCheck,
} from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Time } from "@/components/Time/Time";
import { useFacts } from "@/feature";
import { cn } from "@/lib/cn";
import { setRead } from "./actions";
import type { Group } from "./groups";
import { words } from "./messages";
import type { Kind, NotificationRecord } from "./objects";
import { sentenceOf } from "./words";

const icons: Record<Kind, typeof Bell> = {
  Mention: AtSign,
  "Direct Message": MessagesSquare,
  "Thread Reply": MessageSquareReply,
  "Missed Call": PhoneMissed,
  Assignment: UserRoundCheck,
  "Chat Message Created": MessagesSquare,
  "Chat Updated": PencilLine,
  "Twilio Conversation Unread Messages": MessageSquare,
  "Inbound SMS Alert": MessageSquare,
  "SMS Outbound": MessageSquare,
};

function Face({ notification: { actor, kind } }: { notification: NotificationRecord }) {
  const Icon = (kind && icons[kind]) ?? Bell;
  if (!actor) {
    return (
      <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-n4 text-n11">
        <Icon aria-hidden className="size-4" />
      </span>
    );
  }
  return (
    <span className="relative shrink-0">
      <Avatar name={actor.name ?? ""} />
      <span className="absolute -right-1 -bottom-1 flex size-4 items-center justify-center rounded-full bg-raised text-n11">
        <Icon aria-hidden className="size-3" />
      </span>
    </span>
  );
}

interface NotificationRowProps {
  group: Group;
  actions?: ReactNode;
  onOpened?: () => void;
}

/** What happened, how often and when; a press opens what it is about and marks it as read. */
export function NotificationRow({ group, actions, onOpened }: NotificationRowProps) {
  const { newest, all, unread } = group;
  const about = newest.record;
  const path = useFacts(about?.schema ?? "").find((facts) => facts.path)?.path;
  const isUnread = unread.length > 0;
  const lines = (
    <>
      <span className={cn("line-clamp-2 wrap-anywhere", isUnread ? "font-medium" : "text-n11")}>
        {sentenceOf(newest)}
      </span>
      {newest.text ? <bdi className="block truncate text-meta text-n11">{newest.text}</bdi> : null}
      <span className="text-meta text-n11">
        <Time at={newest.created_date} form="listed" />
        {all.length > 1 ? ` · ${words.more(all.length - 1)}` : null}
      </span>
    </>
  );
  const open = () => {
    if (isUnread) {
      void setRead(unread, true);
    }
    onOpened?.();
  };
  return (
    <li className="relative flex items-start gap-3 border-t px-3 py-2.5 first:border-t-0 hover:bg-n3">
      <Face notification={newest} />
      <div className="min-w-0 flex-1">
        {about ? (
          <Link
            to={path ? path(about.id) : `/view/${about.schema}/record/${about.id}/standard`}
            onClick={open}
            className="block after:absolute after:inset-0 focus-visible:-outline-offset-2"
          >
            {lines}
          </Link>
        ) : (
          lines
        )}
      </div>
      <div className="relative flex shrink-0 items-center gap-1">
        {actions}
        <button
          type="button"
          aria-label={`${isUnread ? words.markRead : words.markUnread}: ${sentenceOf(newest)}`}
          data-tip={isUnread ? words.markRead : words.markUnread}
          onClick={() => void setRead(isUnread ? unread : [newest.id], isUnread)}
          className="flex size-6 items-center justify-center rounded hover:bg-n4"
        >
          <span
            className={cn("size-2.5 rounded-full border", isUnread ? "border-accent bg-accent" : "border-n8")}
          />
        </button>
      </div>
    </li>
  );
}
