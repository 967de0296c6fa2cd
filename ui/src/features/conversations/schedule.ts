import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { listRecords, carryOut as request } from "@/api";
import { compareMoments } from "@/lib/compare";
import { useTopic } from "@/realtime";
import { keep, lists, transact, useAtomValue, useRecords } from "@/store";
import { type ScheduledText, scheduledList, scheduledObject } from "./scheduled";

const shownStates = ["scheduled", "failed"];
const most = 50;
const none: readonly string[] = [];

const byTime = (left: ScheduledText, right: ScheduledText) => compareMoments(left.send_at, right.send_at);

/** The texts that wait in a conversation or failed at their time, live. */
export function useScheduled(conversation: string): ScheduledText[] {
  const list = scheduledList(conversation);
  const { epoch } = useTopic(`object:${scheduledObject}`);
  const { refetch } = useQuery({
    queryKey: [scheduledObject, conversation],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { rows } = await listRecords<ScheduledText>(
        scheduledObject,
        {
          limit: most,
          order: "send_at",
          isUncounted: true,
          filter: [
            { field: "conversation", operator: "=", value: conversation },
            { field: "state", operator: "IN", value: shownStates },
          ],
        },
        signal,
      );
      keep(scheduledObject, rows);
      transact((tx) =>
        lists.set(
          tx,
          list,
          rows.map(({ id }) => id),
        ),
      );
      return true;
    },
  });
  // The first snapshot follows the first answer; each later one means that changes may have been missed.
  useEffect(() => {
    if (epoch > 1) {
      void refetch();
    }
  }, [epoch, refetch]);
  const ids = useAtomValue(lists.atomOf(list));
  return useRecords<ScheduledText>(scheduledObject, ids ?? none)
    .filter(({ state }) => shownStates.includes(state ?? ""))
    .sort(byTime);
}

/** The zone in which a text of this conversation is scheduled. Throws ApiError where scheduling is off. */
export async function zoneOf(conversation: string): Promise<string> {
  const answer = await request("GET /twilio/conversation/{id}/zone", { id: conversation });
  return answer.time_zone;
}

const take = (record: unknown, conversation: string) => {
  const text = record as ScheduledText;
  keep(scheduledObject, [text]);
  transact((tx) => lists.add(tx, scheduledList(conversation), text.id));
};

interface Scheduling {
  conversation: string;
  body: string;
  files: string[];
  at: Date;
  zone: string;
}

export async function scheduleText({ conversation, body, files, at, zone }: Scheduling): Promise<void> {
  const made = await request("POST /twilio/scheduled", {
    conversation,
    body,
    files,
    send_at: at.toISOString(),
    time_zone: zone,
    command: crypto.randomUUID(),
  });
  take(made, conversation);
}

interface Change {
  body?: string;
  at?: Date;
  isNow?: boolean;
}

export async function changeScheduled(text: ScheduledText, { body, at, isNow }: Change): Promise<void> {
  const changed = await request("POST /twilio/scheduled/{id}", {
    id: text.id,
    ...(body === undefined ? {} : { body }),
    ...(at === undefined ? {} : { send_at: at.toISOString() }),
    ...(isNow ? { now: true } : {}),
    command: crypto.randomUUID(),
  });
  take(changed, text.conversation?.id ?? "");
}

export async function cancelScheduled(text: ScheduledText): Promise<void> {
  const changed = await request("POST /twilio/scheduled/{id}/cancel", {
    id: text.id,
    command: crypto.randomUUID(),
  });
  take(changed, text.conversation?.id ?? "");
}
