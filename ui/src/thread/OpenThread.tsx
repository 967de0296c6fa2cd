import type { ReactNode, Ref } from "react";
import { detailOf } from "@/api";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Thread, type ThreadHandle } from "@/components/Thread/Thread";
import { toast } from "@/components/Toaster/toasts";
import { t } from "@/messages";
import { thread as words } from "@/messages/thread";
import type { Outgoing } from "./outgoing";
import { PendingBubble } from "./PendingBubble";
import type { ThreadItems, ThreadPlace } from "./useThreadItems";

interface OpenThreadProps {
  name: string;
  view: ThreadItems | undefined;
  /** What to say of a message that could not be sent, before its reason. */
  failText: (message: Outgoing) => string;
  onNeedOlder: () => Promise<void>;
  emptyState: ReactNode;
  /** What stands before the first message. */
  beginning?: string;
  render: (place: ThreadPlace) => ReactNode;
  ref?: Ref<ThreadHandle>;
}

/** The messages of a thread and those that wait to be sent, which stand there before the others came. */
export function OpenThread({ name, view, failText, onNeedOlder, render, ...rest }: OpenThreadProps) {
  if (!view) {
    return (
      <div className="min-h-0 flex-1 overflow-hidden">
        <SkeletonRows label={t.frame.loading} />
      </div>
    );
  }
  return (
    <Thread
      // What waits is placed again when the others come: a thread is numbered from its first
      // message on.
      key={view.isKnown ? "known" : "waiting"}
      label={words.thread}
      items={view.items}
      firstNumber={view.firstNumber}
      isComplete={view.isComplete}
      onNeedOlder={() => onNeedOlder().catch((error: unknown) => toast.error(detailOf(error)))}
      render={(place) =>
        place.pending ? (
          <PendingBubble thread={name} message={place.pending} failText={failText(place.pending)} />
        ) : (
          render(place)
        )
      }
      {...rest}
    />
  );
}
