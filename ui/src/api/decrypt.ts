import { api } from "./client";

/** Reads what an encrypted field of a record holds; the audit tells of it. Throws ApiError. */
export async function decryptField(object: string, id: string, field: string): Promise<unknown> {
  const { data } = await api.post<{ value: unknown }>(`/v1/object/${object}/${id}/decrypt`, { field });
  return data.value;
}
