import type { RecordOf, Stored } from "@/api";

export const object = "twilio_conversation";
export const messages = "twilio_message";
export const participants = "twilio_participant";
export const consents = "consent_event";

type DeliveryAmount = "none" | "some" | "all";

/** How a text fared, in the provider's words. */
export interface Delivery {
  total: number;
  sent: DeliveryAmount;
  delivered: DeliveryAmount;
  read: DeliveryAmount;
  failed: DeliveryAmount;
  undelivered: DeliveryAmount;
}

export type ConversationRecord = RecordOf<
  Stored.TwilioConversationRecord,
  never,
  "type" | "state" | "last_number" | "read_number" | "unread_messages"
>;

export type TextMessage = RecordOf<
  Stored.TwilioMessageRecord,
  "direction",
  "number",
  { delivery?: Delivery | null }
>;

export type ConsentEvent = RecordOf<Stored.ConsentEventRecord>;

export const home = "/live/twilio_conversation";
export const pathPattern = "/view/twilio_conversation/record/$id/conversation";
export const pathOf = (id: string) => pathPattern.replace("$id", id);

/** The word before the colon of the topics of its threads. */
export const threadKind = "conversation";
