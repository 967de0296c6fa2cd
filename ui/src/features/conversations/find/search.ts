import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Filter, listRecords } from "@/api";
import { keep, store, transact } from "@/store";
import { threads } from "@/thread";
import { messages, type TextMessage } from "../objects";
import { threadName } from "../reducers";

/** How many matches are gone through at once. */
const mostMatches = 200;
const mostHits = 20;
const portion = 200;

interface Matches {
  rows: readonly TextMessage[];
  isMore: boolean;
}

const holding = (typed: string): Filter => ({ field: "body", operator: "LIKE", value: `%${typed}%` });

/** The messages of a conversation that hold what was typed, the newest first. It is asked again when there are others. */
export const useMatches = (conversation: string, typed: string, newest: number) =>
  useQuery({
    queryKey: ["matches in a conversation", conversation, typed, newest],
    enabled: typed !== "",
    placeholderData: (before: Matches | undefined, query) =>
      query?.queryKey[2] === typed ? before : undefined,
    retry: false,
    queryFn: async ({ signal }): Promise<Matches> => {
      const filter = [{ field: "conversation", operator: "=", value: conversation } as const, holding(typed)];
      const page = await listRecords<TextMessage>(
        messages,
        { limit: mostMatches, order: "-number", filter },
        signal,
      );
      return { rows: page.rows, isMore: page.hasNext };
    },
  });

/** The newest messages of all conversations that hold what was typed. */
export const useHits = (typed: string) =>
  useQuery({
    queryKey: ["matches in all conversations", typed],
    enabled: typed !== "",
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => {
      const page = await listRecords<TextMessage>(
        messages,
        { limit: mostHits, order: "-created_date", filter: [holding(typed)], isUncounted: true },
        signal,
      );
      return { rows: page.rows, isMore: page.hasNext };
    },
  });

/** Fetches what is older until a message of the thread is held. */
export async function loadTo(conversation: string, number: number): Promise<void> {
  const name = threadName(conversation);
  for (;;) {
    const held = store.get(threads.atomOf(name));
    const oldest = held?.items[0]?.number;
    if (!held || oldest === undefined || oldest <= number || held.isComplete) {
      return;
    }
    const limit = Math.min(portion, oldest - number + 10);
    const page = await listRecords<TextMessage>(messages, {
      limit,
      order: "-number",
      isUncounted: true,
      filter: [
        { field: "conversation", operator: "=", value: conversation },
        { field: "number", operator: "<", value: oldest },
      ],
    });
    keep(messages, page.rows);
    transact((tx) => threads.older(tx, name, page.rows, limit));
    if (page.rows.length === 0) {
      return;
    }
  }
}
