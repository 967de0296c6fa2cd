import { Link } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import { Banner } from "@/components/Banner/Banner";
import { compareMoments } from "@/lib/compare";
import { isolate } from "@/lib/isolate";
import { useOtherLines } from "./lines";
import { words } from "./messages";
import { lineOf } from "./naming";
import type { ConversationRecord } from "./objects";
import { pathOf } from "./objects";
import { unreadIn } from "./order";

/** Above a thread: that the same customer wrote on another of our lines, until it is read there, or answered here. */
export function OtherLine({ conversation }: { conversation: ConversationRecord }) {
  const others = useOtherLines(conversation);
  const other =
    others.find((one) => unreadIn(one) > 0) ??
    others.find((one) => compareMoments(one.last_message_at, conversation.last_message_at) > 0);
  if (!other) {
    return null;
  }
  const line = isolate(lineOf(other) || words.anotherLine);
  const unread = unreadIn(other);
  return (
    <Banner
      tone="info"
      icon={<MessagesSquare aria-hidden />}
      className="rounded-none border-b px-5 max-sm:px-4"
      action={
        <Link
          to={pathOf(other.id)}
          search={true as never}
          className="shrink-0 font-medium underline-offset-2 hover:underline"
        >
          {words.openOther}
        </Link>
      }
    >
      <p className="truncate">
        <span className="font-medium">{unread > 0 ? words.unreadOn(unread, line) : words.newerOn(line)}</span>
        {other.last_message ? <bdi>{` ${other.last_message}`}</bdi> : null}
      </p>
    </Banner>
  );
}
