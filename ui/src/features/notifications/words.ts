import type { NotificationRecord } from "./objects";

const someone = "Someone";
const something = "a record";

/** What a notification says in one line. */
export function sentenceOf({ kind, actor, record, subject }: NotificationRecord): string {
  const who = actor?.name || someone;
  const what = record?.name || subject || something;
  switch (kind) {
    case "Mention":
      return `${who} mentioned you in ${what}`;
    case "Direct Message":
      return `${who} sent you a message`;
    case "Thread Reply":
      return `${who} replied in a thread in ${what}`;
    case "Missed Call":
      return `Missed call: ${what}`;
    case "Assignment":
      return `${who} assigned ${what} to you`;
    case "Chat Message Created":
      return `${who} wrote in ${what}`;
    case "Chat Updated":
      return `${who} changed ${what}`;
    case "Twilio Conversation Unread Messages":
      return `Unread texts in ${what}`;
    case "Inbound SMS Alert":
      return `New text in ${what}`;
    case "SMS Outbound":
      return `${actor ? who : "Switchboard"} sent a text in ${what}`;
    default:
      return what;
  }
}
