import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Filter, listRecords } from "@/api";
import { compareMoments } from "@/lib/compare";
import { atom, lists, readShown, useAtomValue, useRecords } from "@/store";
import { takeLive } from "@/thread";
import { type ConversationRecord, object } from "./objects";
import { customerOf, listOfCustomer, liveList } from "./reducers";

const siblingsAtMost = 10;
const none: readonly string[] = [];

/** The customers with whom there are conversations on several of our lines, of those that are listed. */
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

/** The conversations with the same customer on other lines, the newest first; live. */
export function useOtherLines(conversation: ConversationRecord): readonly ConversationRecord[] {
  const { id, phone } = conversation;
  const customer = customerOf(conversation);
  const list = listOfCustomer(customer);
  useQuery({
    queryKey: ["conversations of a customer", customer],
    enabled: customer !== "",
    queryFn: async ({ signal }) => {
      const [field, value] = customer.split(" ");
      const filter: Filter[] = [{ field: field ?? "", operator: "=", value: value ?? "" }];
      const { rows } = await listRecords<ConversationRecord>(
        object,
        { limit: siblingsAtMost, order: "-last_message_at", filter },
        signal,
      );
      return takeLive(object, list, rows);
    },
  });
  const all = useRecords<ConversationRecord>(object, useAtomValue(lists.atomOf(list)) ?? none);
  return useMemo(
    () =>
      all
        .filter((one) => one.id !== id && one.phone?.id !== phone?.id && customerOf(one) === customer)
        .sort((left, right) => compareMoments(right.last_message_at, left.last_message_at)),
    [all, id, phone?.id, customer],
  );
}
