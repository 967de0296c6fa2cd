import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import { useMemo } from "react";
import { type Filter, listRecords } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { compareMoments } from "@/lib/compare";
import { isolate } from "@/lib/isolate";
import { lists, useAtomValue, useRecords } from "@/store";
import { takeLive } from "@/thread";
import { words } from "./messages";
import { lineOf } from "./naming";
import type { ConversationRecord } from "./objects";
import { object, pathOf } from "./objects";
import { unreadIn } from "./order";
import { customerOf, listOfCustomer } from "./reducers";

const siblingsAtMost = 10;
const none: readonly string[] = [];

/** The conversations with the same customer on other lines, the newest first; live. */
function useOtherLines(conversation: ConversationRecord): readonly ConversationRecord[] {
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

/** Above a thread: that the same customer wrote on another of our lines, until it is read there, or answered here. */
export function OtherLine({ conversation }: { conversation: ConversationRecord }) {
  const others = useOtherLines(conversation);
  const other =
    others.find((one) => unreadIn(one) > 0) ??
    others.find((one) => compareMoments(one.last_message_at, conversation.last_message_at) > 0);
  if (!other) {
    return null;
  }
  const line = isolate(lineOf(other) || words.anotherLine);
  const unread = unreadIn(other);
  return (
    <Banner
      tone="info"
      icon={<MessagesSquare aria-hidden />}
      className="rounded-none border-b px-5 max-sm:px-4"
      action={
        <Link
          to={pathOf(other.id)}
          search={true as never}
          className="shrink-0 font-medium underline-offset-2 hover:underline"
        >
          {words.openOther}
        </Link>
      }
    >
      <p className="truncate">
        <span className="font-medium">{unread > 0 ? words.unreadOn(unread, line) : words.newerOn(line)}</span>
        {other.last_message ? <bdi>{` ${other.last_message}`}</bdi> : null}
      </p>
    </Banner>
  );
}
