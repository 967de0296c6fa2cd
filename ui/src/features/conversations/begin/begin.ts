import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { send as run, searchRecords } from "@/api";
import { isBarred } from "@/lib/doNotCall";
import { useStanding } from "@/realtime";
import { addLive } from "@/thread";
import { type ConversationRecord, object } from "../objects";
import { listWith, liveList } from "../reducers";
import { type Recipient, recipientsOf } from "./recipients";

const shownPeople = 8;
const contactObject = "contact";

/** The conversation with somebody, which is made where there is none; a repeat finds the same. */
export async function beginConversation({ number, contact }: Recipient): Promise<string> {
  const { conversation } = await run("POST /twilio/conversation", { phone: number, contact });
  const rows = [conversation as ConversationRecord];
  addLive(object, liveList, rows);
  if (contact !== undefined) {
    addLive(object, listWith(contact), rows);
  }
  return conversation.id;
}

/**
 * What the server says of texting somebody: the conversation that there is, and why no text may go
 * out now. It is asked again when the number comes to stand otherwise.
 */
export function useLook(to: Recipient | undefined, version?: number) {
  const { isBarred: barred, isOptedOut } = useStanding(to?.number);
  return useQuery({
    queryKey: ["look before a text", to?.id, version, barred, isOptedOut],
    placeholderData: (before, query) => (query?.queryKey[1] === to?.id ? before : undefined),
    enabled: to !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: () => run("POST /twilio/conversation/look", { phone: to?.number, contact: to?.contact }),
  });
}

/** Contacts by name, company or number, each as often as he has numbers. */
export const useRecipients = (search: string) =>
  useQuery({
    queryKey: ["recipients", search],
    enabled: search !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = await searchRecords(search, shownPeople, signal);
      return found
        .filter((one) => one.object === contactObject)
        .flatMap(({ records }) => records.filter((one) => !isBarred(one)).flatMap(recipientsOf));
    },
  });
