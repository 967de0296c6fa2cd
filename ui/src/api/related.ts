import { request } from "./client";

/** Counts the records that name one, by object and field ("contact.owner"): so many, or `mostRelated` or more. Throws ApiError. */
export async function countRelated(
  object: string,
  id: string,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const path = `/v1/object/${object}/${id}/related_counts`;
  return (await request<Record<string, number>>("POST", path, { body: { objects: wanted }, signal })).data;
}

export const mostRelated = 25;
