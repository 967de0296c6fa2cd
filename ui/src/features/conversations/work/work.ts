import { ApiError, detailOf, send as run } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { listedTime } from "@/lib/time";
import { atom, optimistic, store } from "@/store";
import { type ConversationRecord, object } from "../objects";
import { words } from "./messages";

/** The conversations that were picked in the list. */
export const pickedAtom = atom<ReadonlySet<string>>(new Set<string>());

export function pick(id: string): void {
  const next = new Set(store.get(pickedAtom));
  if (!next.delete(id)) {
    next.add(id);
  }
  store.set(pickedAtom, next);
}

export const pickNone = () => store.set(pickedAtom, new Set());

/** What is asked for before a command: the assignee, or the time. */
export interface Asked {
  what: "assign" | "snooze";
  ids: readonly string[];
  /** Called when it was answered. */
  onDone?: (() => void) | undefined;
}

export const askedAtom = atom<Asked | undefined>(undefined);

/** Changes each conversation, and shows the outcome. */
async function each(
  ids: readonly string[],
  fields: Partial<ConversationRecord>,
  send: (id: string, command: string) => Promise<unknown>,
  said: (count: number) => string,
): Promise<boolean> {
  const outcomes = await Promise.allSettled(
    ids.map((id) =>
      optimistic<ConversationRecord>(object, id, fields, (command) =>
        send(id, command).then((row) => row as ConversationRecord),
      ),
    ),
  );
  const refused = outcomes.filter((one) => one.status === "rejected").map((one) => one.reason as unknown);
  for (const problem of new Set(refused.map((one) => detailOf(one)))) {
    if (refused.some((one) => one instanceof ApiError && one.status === 403)) {
      toast.warning(problem);
    } else {
      toast.error(problem);
    }
  }
  if (refused.length < ids.length) {
    toast.success(said(ids.length - refused.length));
  }
  return refused.length === 0;
}

interface Who {
  id: string;
  name: string;
}

/** Assigns conversations to somebody, or to nobody. */
export const assign = (ids: readonly string[], to: Who | undefined) =>
  each(
    ids,
    { assigned_user: to ?? null },
    (id, command) => run("POST /twilio/conversation/{id}/assign", { id, user: to?.id ?? "", command }),
    (count) => words.assigned(count, to?.name),
  );

export const snooze = (ids: readonly string[], until: Date) =>
  each(
    ids,
    { work_state: "Snoozed", snoozed_until: until.toISOString(), unread_messages: 0 },
    (id, command) =>
      run("POST /twilio/conversation/{id}/snooze", { id, until: until.toISOString(), command }),
    (count) => words.snoozed(count, listedTime(until)),
  );

export const close = (ids: readonly string[]) =>
  each(
    ids,
    { work_state: "Closed", snoozed_until: null, unread_messages: 0 },
    (id, command) => run("POST /twilio/conversation/{id}/close", { id, command }),
    words.closedSome,
  );

export const reopen = (ids: readonly string[]) =>
  each(
    ids,
    { work_state: "Open", snoozed_until: null },
    (id, command) => run("POST /twilio/conversation/{id}/reopen", { id, command }),
    words.reopened,
  );
