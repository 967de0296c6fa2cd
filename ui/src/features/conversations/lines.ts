import { atom, lists, readShown, useAtomValue } from "@/store";
import { type ConversationRecord, object } from "./objects";
import { customerOf, liveList } from "./reducers";

const none: readonly string[] = [];

/** The listed customers that have conversations on several of our lines. */
const onSeveralLines = atom((get): ReadonlySet<string> => {
  const lines = new Map<string, Set<string>>();
  for (const one of readShown<ConversationRecord>(get, object, get(lists.atomOf(liveList)) ?? none)) {
    const customer = customerOf(one);
    if (customer !== "" && one.phone) {
      lines.set(customer, (lines.get(customer) ?? new Set()).add(one.phone.id));
    }
  }
  return new Set([...lines].filter(([, ids]) => ids.size > 1).map(([customer]) => customer));
});

/** Whether another listed conversation is with the same customer, on another line. */
export const useIsOnSeveralLines = (conversation: ConversationRecord | undefined): boolean =>
  useAtomValue(onSeveralLines).has(conversation ? customerOf(conversation) : "");
