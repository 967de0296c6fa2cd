import { CalendarClock, CircleAlert, Pencil, Send, X } from "lucide-react";
import { useState } from "react";
import { detailOf } from "@/api";
import { IconButton } from "@/components/IconButton/IconButton";
import { threadColumn } from "@/components/Thread/column";
import { toast } from "@/components/Toaster/toasts";
import { cn } from "@/lib/cn";
import { cancelScheduled, changeScheduled, useScheduled } from "../schedule";
import type { ScheduledText } from "../scheduled";
import { words } from "./messages";
import { ScheduleForm } from "./ScheduleForm";

function timeOf({ send_at: at, time_zone: zone }: ScheduledText): string {
  const options = { dateStyle: "medium", timeStyle: "short", timeZone: zone || "UTC" } as const;
  return at ? `${new Intl.DateTimeFormat(undefined, options).format(new Date(at))} (${zone})` : "";
}

function Line({ text }: { text: ScheduledText }) {
  const [isEdited, setEdited] = useState(false);
  const [body, setBody] = useState(text.body ?? "");
  const [isBusy, setBusy] = useState(false);
  const isFailed = text.state === "failed";
  const act = async (what: () => Promise<void>, said: string) => {
    setBusy(true);
    try {
      await what();
      toast.success(said);
      setEdited(false);
    } catch (error) {
      toast.error(detailOf(error));
    }
    setBusy(false);
  };
  return (
    <li className="border-n6 border-b last:border-b-0" data-scheduled={text.state}>
      <div className="flex items-start gap-2 px-3 py-1.5">
        <span className="flex min-w-0 flex-1 flex-col">
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {text.name}
          </span>
          <span className={cn("text-meta", isFailed ? "text-danger" : "text-n11")}>
            {isFailed ? (
              <>
                <CircleAlert aria-hidden className="mr-1 inline size-3.5" />
                {words.notSent} {text.reason}
              </>
            ) : (
              timeOf(text)
            )}
          </span>
        </span>
        {isFailed ? null : (
          <>
            <IconButton
              label={words.editScheduled}
              icon={<Pencil className="size-4" />}
              className="size-7"
              isActive={isEdited}
              disabled={isBusy}
              onClick={() => setEdited((before) => !before)}
            />
            <IconButton
              label={words.sendNow}
              icon={<Send className="size-4" />}
              className="size-7"
              disabled={isBusy}
              onClick={() => void act(() => changeScheduled(text, { isNow: true }), words.sendingNow)}
            />
          </>
        )}
        <IconButton
          label={isFailed ? words.dismiss : words.cancelScheduled}
          icon={<X className="size-4" />}
          className="size-7"
          disabled={isBusy}
          onClick={() => void act(() => cancelScheduled(text), isFailed ? words.dismissed : words.cancelled)}
        />
      </div>
      {isEdited ? (
        <div className="bg-n2">
          <textarea
            aria-label={words.editedText}
            dir="auto"
            rows={2}
            value={body}
            onChange={(event) => setBody(event.target.value)}
            className="block w-full resize-y bg-transparent px-3 py-2 outline-none"
          />
          <ScheduleForm
            zone={text.time_zone || "UTC"}
            {...(text.send_at ? { from: new Date(text.send_at) } : {})}
            action={words.save}
            isBusy={isBusy}
            onChoose={(at) => void act(() => changeScheduled(text, { body, at }), words.changed)}
            onClose={() => setEdited(false)}
          />
        </div>
      ) : null}
    </li>
  );
}

/** What is to be sent later in a conversation, or failed at its time. */
export function ScheduledTexts({ conversation }: { conversation: string }) {
  const texts = useScheduled(conversation);
  const [isOpen, setOpen] = useState(false);
  if (texts.length === 0) {
    return null;
  }
  return (
    <div className={cn(threadColumn, "shrink-0 px-4 pb-1.5 max-sm:px-3")}>
      <div className="rounded-lg border bg-surface">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen((before) => !before)}
          className="flex w-full items-center gap-2 rounded-lg px-3 py-1.5 text-left text-n11 hover:bg-n3"
        >
          <CalendarClock aria-hidden className="size-4 shrink-0" />
          {words.scheduledCount(texts.length)}
        </button>
        {isOpen ? (
          <ul aria-label={words.scheduledTexts} className="max-h-72 overflow-y-auto border-n6 border-t">
            {texts.map((text) => (
              <Line key={`${text.id} ${text.version}`} text={text} />
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
