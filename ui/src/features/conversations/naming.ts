import type { WireRecord } from "@/api";
import { formatPhone, isE164 } from "@/lib/phone";
import { words } from "./messages";
import type { ConversationRecord, TextMessage } from "./objects";

/** Who a conversation is with: its own name, its contacts, else the numbers. */
export function conversationName(conversation: ConversationRecord): string {
  const contacts = (conversation.contacts ?? []).map((contact) => contact.name).filter(Boolean);
  if (contacts.length > 0) {
    return contacts.join(", ");
  }
  const own = conversation.friendly_name || conversation.name;
  if (own) {
    return isE164(own) ? formatPhone(own) : own;
  }
  return (conversation.contact_phones ?? []).map(formatPhone).join(", ") || words.unknownSender;
}

/** As a section of the navigation names it. */
export const titleOf = (record: WireRecord) => conversationName(record as ConversationRecord);

/** Which of our lines a conversation is on, as people call it. */
export const lineOf = ({ phone }: ConversationRecord): string => (phone?.name ? formatPhone(phone.name) : "");

export function authorOf(message: TextMessage, conversation: ConversationRecord | undefined): string {
  if (message.direction === "outgoing") {
    return message.user?.name || message.user_name || words.you;
  }
  const name = message.contact?.name || message.contact_name;
  return name || (conversation ? conversationName(conversation) : words.unknownSender);
}
