import type { WireRecord } from "@/api";
import { compareMoments } from "@/lib/compare";
import { isBarred } from "@/lib/doNotCall";
import type { ConsentEvent } from "../objects";

type Standing = "unasked" | "in" | "out" | "stopped";

const isOwnWord = (event: ConsentEvent) => event.source === "keyword" || event.source === "provider_21610";

function after(now: Standing, event: ConsentEvent): Standing {
  const isProof = isOwnWord(event) || event.source === "form" || event.source === "verbal";
  if (event.kind === "opt_out") {
    return isOwnWord(event) ? "stopped" : now === "stopped" ? now : "out";
  }
  return event.kind === "opt_in" && (now !== "stopped" || isProof) ? "in" : now;
}

/**
 * Whether one of the numbers must not be texted from here: of the words that were written
 * in this conversation the provider's order says which was the last; forms and colleagues count by time. The
 * server decides by the same rule.
 */
export function isStopped(events: readonly ConsentEvent[], conversation: string): boolean {
  const numbers = new Set(events.map((event) => event.number));
  return [...numbers].some((number) => {
    const mine = events.filter(
      (event) =>
        event.number === number &&
        (event.conversation ? event.conversation.id === conversation : !event.sender) &&
        event.kind !== "help",
    );
    const last = Math.max(
      ...mine.filter(({ source }) => source === "keyword").map(({ position }) => position ?? 0),
    );
    const now = mine
      .filter((event) => event.source !== "keyword" || (event.position ?? 0) === last)
      .sort((left, right) => compareMoments(left.at, right.at))
      .reduce<Standing>(after, "unasked");
    return now === "stopped" || now === "out";
  });
}

/**
 * Whether texts may not be sent to these contacts: one of them said no or asked not to be called, or none of
 * those there are said yes. Somebody without a contact record is not asked, and what is hidden decides nothing
 * here: the server knows.
 */
export function isBlocked(contacts: readonly WireRecord[]): boolean {
  if (contacts.some((contact) => contact.sms_opt_in === false || isBarred(contact))) {
    return true;
  }
  return (
    contacts.length > 0 &&
    contacts.every((contact) => contact.sms_opt_in !== true && contact.sms_opt_in !== undefined)
  );
}
