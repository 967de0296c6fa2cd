import { currentUserId } from "@/store";
import type { Show } from "@/thread/listView";
import type { ConversationRecord } from "../objects";

/** How the work on a conversation stands; where nothing is said, it is open. */
export const workOf = (row: ConversationRecord) => row.work_state ?? "Open";

export const isMine = (row: ConversationRecord) => row.assigned_user?.id === currentUserId();

/** Whether a tab shows a conversation: what is snoozed or closed leaves those of open work. */
export function isShown(row: ConversationRecord, show: Show): boolean {
  const work = workOf(row);
  switch (show) {
    case "all":
      return true;
    case "snoozed":
      return work === "Snoozed";
    case "unassigned":
      return work === "Open" && !row.assigned_user;
    default:
      return work === "Open";
  }
}

/** Whether a conversation can rest: one that is closed, or that the provider closed, can't. */
export const maySnooze = (row: ConversationRecord) => workOf(row) !== "Closed" && row.state !== "closed";
