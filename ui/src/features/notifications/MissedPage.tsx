import { Link } from "@tanstack/react-router";
import { Check, Inbox, Settings, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { setDone, setRead } from "./actions";
import { groupsOf } from "./groups";
import { words } from "./messages";
import { NotificationRow } from "./NotificationRow";
import { type Kind, settingsPath } from "./objects";
import { useNotifications } from "./useNotifications";
import { sentenceOf } from "./words";

/** What asks for something to be done. */
const waiting: readonly (Kind | null | undefined)[] = [
  "Missed Call",
  "Mention",
  "Direct Message",
  "Assignment",
  "Twilio Conversation Unread Messages",
  "Inbound SMS Alert",
];

/** Missed calls, mentions, assignments and unread texts, until they are done. */
export function MissedPage() {
  const { all, error, retry } = useNotifications();
  const [isDone, setShowsDone] = useState(false);
  const mine = (all ?? []).filter((one) => waiting.includes(one.kind));
  const todo = groupsOf(mine.filter(({ done }) => done !== true));
  const shown = isDone ? groupsOf(mine.filter(({ done }) => done === true)) : todo;
  const content = () => {
    if (!all) {
      return error ? (
        <FetchFailed title={words.failed} error={error} onRetry={retry} />
      ) : (
        <SkeletonRows label={t.frame.loading} />
      );
    }
    if (shown.length === 0) {
      return isDone ? (
        <PageState icon={<Inbox />} title={words.nothingDone} />
      ) : (
        <PageState icon={<Inbox />} title={words.nothing} text={words.nothingHint} />
      );
    }
    return (
      <ul className="rounded-lg border bg-surface shadow-small">
        {shown.map((group) => (
          <NotificationRow
            key={group.key}
            group={group}
            actions={
              <Button
                size="small"
                icon={isDone ? <Undo2 className="size-3.5" /> : <Check className="size-3.5" />}
                aria-label={(isDone ? words.putBackOf : words.doneOf)(sentenceOf(group.newest))}
                onClick={() => {
                  for (const { id } of group.all) {
                    void setDone(id, !isDone);
                  }
                }}
              >
                {isDone ? words.putBack : words.done}
              </Button>
            }
          />
        ))}
      </ul>
    );
  };
  const unread = shown.flatMap((group) => group.unread);
  return (
    <>
      <PageHeader
        title={words.missed}
        lead={words.missedLead}
        actions={
          <>
            <Button disabled={unread.length === 0} onClick={() => void setRead(unread, true)}>
              {words.markAll}
            </Button>
            <Link
              to={settingsPath}
              aria-label={words.settings}
              data-tip={words.settings}
              className="inline-flex size-8 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
            >
              <Settings aria-hidden className="size-4" />
            </Link>
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto flex max-w-3xl flex-col gap-4 px-5 py-6 max-sm:px-4">
          <fieldset aria-label={words.missed} className="flex gap-1">
            {[false, true].map((done) => (
              <button
                key={String(done)}
                type="button"
                aria-pressed={isDone === done}
                onClick={() => setShowsDone(done)}
                className={cn(
                  "h-7 rounded px-2.5 font-medium text-meta",
                  isDone === done ? "bg-n5 text-n12" : "text-n11 hover:bg-n4",
                )}
              >
                {done ? words.closed : `${words.open} (${todo.length})`}
              </button>
            ))}
          </fieldset>
          {content()}
        </div>
      </div>
    </>
  );
}
