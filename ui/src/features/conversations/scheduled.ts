import type { RecordOf, Stored } from "@/api";

export const scheduledObject = "scheduled_text";

export type ScheduledText = RecordOf<Stored.ScheduledTextRecord>;

/** The list of a conversation's scheduled texts, once it was asked for. */
export const scheduledList = (conversation: string) => `scheduled texts of ${conversation}`;
