import { api } from "./client";
import type { WireRecord } from "./contract";

/** One thing that happened with a record: another record that tells of it. */
interface Happened {
  kind: string;
  object: string;
  at: string;
  record: WireRecord;
}

export interface TimelinePage {
  /** The newest first. */
  items: Happened[];
  /** Where it goes on; undefined at the beginning of all. */
  next: string | undefined;
}

/** Reads what happened with a record, of some objects alone where they are named, before a place that an earlier page named. Throws ApiError. */
export async function readTimeline(
  object: string,
  id: string,
  before: string | undefined,
  signal?: AbortSignal,
  objects?: readonly string[],
): Promise<TimelinePage> {
  const asked = new URLSearchParams({
    ...(before === undefined ? {} : { before }),
    ...(objects === undefined ? {} : { objects: objects.join() }),
  }).toString();
  const query = asked === "" ? "" : `?${asked}`;
  const { data, headers } = await api.get<Happened[]>(`/v1/object/${object}/${id}/timeline${query}`, signal);
  return { items: data, next: headers.get("x-next-before") ?? undefined };
}
