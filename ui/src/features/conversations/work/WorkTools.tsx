import { AlarmClock, CircleCheck, Undo2, UserCheck, UserPlus } from "lucide-react";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { listedTime, parseTime } from "@/lib/time";
import { useZone } from "@/lib/zone";
import { useSetAtom } from "@/store";
import type { ConversationRecord } from "../objects";
import { words } from "./messages";
import { snoozeItems } from "./snoozeItems";
import { maySnooze, workOf } from "./state";
import { useMayWork } from "./useMayWork";
import { askedAtom, close, reopen } from "./work";

/** Who works on a conversation, until when it rests, and whether it is done; in the thread's toolbar. */
export function WorkTools({ conversation }: { conversation: ConversationRecord }) {
  const mayWork = useMayWork();
  const ask = useSetAtom(askedAtom);
  if (!mayWork) {
    return null;
  }
  const ids = [conversation.id];
  const owner = conversation.assigned_user?.name;
  const isOpen = workOf(conversation) === "Open";
  return (
    <>
      {owner ? (
        <button
          type="button"
          aria-label={words.assignTo(owner)}
          data-tip={words.assignTo(owner)}
          onClick={() => ask({ what: "assign", ids })}
          className="inline-flex h-8 min-w-8 items-center justify-center gap-1.5 rounded px-2 text-n11 hover:bg-n4 hover:text-n12"
        >
          <UserCheck aria-hidden className="size-4 shrink-0" />
          <bdi className="max-w-28 truncate max-xl:hidden">{owner}</bdi>
        </button>
      ) : (
        <IconButton
          label={words.assign}
          icon={<UserPlus className="size-4" />}
          onClick={() => ask({ what: "assign", ids })}
        />
      )}
      {maySnooze(conversation) ? (
        <Menu
          label={words.snooze}
          triggerClassName="inline-flex size-8 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
          isIcon
          trigger={<AlarmClock className="size-4" />}
          sections={snoozeItems(ids, () => ask({ what: "snooze", ids }))}
        />
      ) : null}
      {isOpen ? (
        <IconButton
          label={words.close}
          icon={<CircleCheck className="size-4" />}
          onClick={() => void close(ids)}
        />
      ) : (
        <IconButton
          label={words.reopen}
          icon={<Undo2 className="size-4" />}
          onClick={() => void reopen(ids)}
        />
      )}
    </>
  );
}

/** Above a thread that nobody works on now: until when, and how it returns. */
export function RestingLine({ conversation }: { conversation: ConversationRecord }) {
  useZone();
  const mayWork = useMayWork();
  const work = workOf(conversation);
  const until = parseTime(conversation.snoozed_until);
  if (work === "Open") {
    return null;
  }
  return (
    <Banner
      tone="info"
      icon={work === "Closed" ? <CircleCheck aria-hidden /> : <AlarmClock aria-hidden />}
      className="rounded-none border-b px-5 max-sm:px-4"
      action={
        mayWork ? (
          <Button size="small" onClick={() => void reopen([conversation.id])}>
            {words.reopen}
          </Button>
        ) : undefined
      }
    >
      <p className="truncate font-medium">
        {work === "Closed" ? words.closed : words.snoozedUntil(until ? listedTime(until) : "")}
      </p>
    </Banner>
  );
}
