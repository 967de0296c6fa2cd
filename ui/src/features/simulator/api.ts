import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, type Letter, listRecords, type WireRecord } from "@/api";
import { postForm } from "@/api/files";

/** A call as the outside party sees it. Times are RFC 3339. */
export interface SimulatedCall {
  sid: string;
  direction: "inbound" | "outbound";
  from: string;
  to: string;
  status: string;
  started_at: string;
  answered_at: string | null;
  ended_at: string | null;
  /** The sentences that were spoken to the outside party, the latest last. */
  heard: string[];
  /** Whether a browser speaks and hears in the outside party's place. */
  browser: boolean;
}

export interface SimulatedText {
  sid: string;
  direction: "inbound" | "outbound";
  from: string;
  to: string;
  body: string;
  status: string;
  at: string;
  media?: { sid: string; filename?: string; content_type: string; size: number }[];
}

export interface OurNumber {
  number: string;
  friendly_name: string;
}

export interface SimulatorState {
  calls: SimulatedCall[];
  numbers: OurNumber[];
  texts: SimulatedText[];
  /** Whether texts of ours are turned away. */
  refuses: boolean;
}

const state = "/simulator/state";

export const readState = async (signal?: AbortSignal) => (await api.get<SimulatorState>(state, signal)).data;

export const placeCall = (from: string, to: string) =>
  api.post<{ sid: string }>("/simulator/calls", { from, to });

/** A text from outside, with the files that somebody sends along. */
export function sendText(
  from: string,
  to: string,
  body: string,
  files: readonly File[] = [],
): Promise<unknown> {
  if (files.length === 0) {
    return api.post<{ sid: string }>("/simulator/texts", { from, to, body });
  }
  const form = new FormData();
  form.append("from", from);
  form.append("to", to);
  form.append("body", body);
  for (const file of files) {
    form.append("files", file, file.name);
  }
  return postForm<{ sid: string }>("/simulator/texts", form);
}

export const refuseTexts = (on: boolean) => api.post("/simulator/refuse", { on });

export const answerCall = (sid: string) => api.post(`/simulator/calls/${encodeURIComponent(sid)}/answer`, {});

export const hangUpCall = (sid: string) => api.post(`/simulator/calls/${encodeURIComponent(sid)}/hangup`, {});

/** Offers this browser's sound as the outside party's phone, and gives the network's answer. */
export const offerMedia = (sid: string, sdp: string) =>
  api.post<{ sdp: string }>(`/simulator/calls/${encodeURIComponent(sid)}/media`, { sdp });

/** The letters that the simulated mail holds, the newest first. */
export const readLetters = async (signal?: AbortSignal) =>
  (await api.get<Letter[]>("/simulator/letters", signal)).data;

/** A file of a text as the phone outside got it. */
export const mediaPath = (sid: string) => `/simulator/media/${encodeURIComponent(sid)}`;

const noNames: ReadonlyMap<string, string> = new Map();

/** Somebody whose phone the simulator can play. */
export interface Person {
  id: string;
  name: string;
  number: string;
}

export interface ContactRow extends WireRecord {
  phone?: { phone_number?: string | null } | null;
}

export const personOf = (row: ContactRow): Person[] =>
  row.phone?.phone_number
    ? [{ id: row.id, name: row.name || row.phone.phone_number, number: row.phone.phone_number }]
    : [];

/** The names of the contacts behind numbers, as far as they are contacts. */
export function useNames(numbers: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(numbers)].sort();
  const query = useQuery({
    queryKey: ["simulator", "names", wanted],
    enabled: wanted.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const filter = [{ field: "phone.phone_number", operator: "IN" as const, value: wanted }];
      const page = await listRecords<ContactRow>("contact", { limit: 100, filter }, signal);
      return new Map(page.rows.flatMap(personOf).map((person) => [person.number, person.name]));
    },
  });
  return query.data ?? noNames;
}

/** Contacts with a phone whose name, or number where digits were typed, holds what was typed. */
export function usePeople(search: string) {
  return useQuery({
    queryKey: ["simulator", "people", search],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const digits = search.replace(/[\s().-]/g, "");
      const isNumber = /^\+?\d{2,}$/.test(digits);
      const filter = isNumber
        ? [{ field: "phone.phone_number", operator: "LIKE" as const, value: digits }]
        : [{ field: "name", operator: "LIKE" as const, value: search }];
      const page = await listRecords<ContactRow>(
        "contact",
        { limit: 20, order: "name", ...(search === "" ? {} : { filter }) },
        signal,
      );
      return page.rows.flatMap(personOf);
    },
  });
}
