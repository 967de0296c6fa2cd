import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { carryOut } from "@/api";
import { command, isConnected } from "@/realtime";
import type { Journal } from "./journal";

const ask = (id: string): Promise<Journal> =>
  isConnected() ? command("call.journal", { id }) : carryOut("GET /twilio/call/{id}/journal", { id });

/** A call's journal up to its last event, whose number the call itself tells as it happens. */
export const useJournal = (id: string, last: number) =>
  useQuery({
    queryKey: ["call.journal", id, last],
    queryFn: () => ask(id),
    placeholderData: keepPreviousData,
    enabled: last > 0,
  });
