import type { WireRecord } from "@/api";

/**
 * Whether texts may not be sent to these contacts: one of them said no, or none of those there are said
 * yes. Somebody without a contact record is not asked.
 */
export function isBlocked(contacts: readonly WireRecord[]): boolean {
  if (contacts.some((contact) => contact.sms_opt_in === false)) {
    return true;
  }
  return contacts.length > 0 && !contacts.some((contact) => contact.sms_opt_in === true);
}
