import { ApiError, createRecord, getRecord, patchRecord, type WireRecord } from "@/api";
import { type StepData, textOf } from "./wizard";

/** What a credential's record says of how it stands. */
export interface Credential extends WireRecord {
  verified?: boolean | null;
  last_error?: string | null;
}

export const credentialObject = "auth_credential";
export const appObject = "integrated_app";

/** The record that a step created; undefined where there is none, or where somebody has deleted it. */
export async function createdBy<T extends WireRecord>(
  object: string,
  data: StepData,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const id = textOf(data, object);
  if (id === undefined) {
    return undefined;
  }
  try {
    return await getRecord<T>(object, id, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return undefined;
    }
    throw error;
  }
}

/** Changes the record that a step created, or creates it: a step that is done again leaves one. */
export async function createOnce(
  object: string,
  data: StepData,
  fields: Record<string, unknown>,
): Promise<WireRecord> {
  const stands = await createdBy(object, data);
  return stands ? patchRecord(object, { ...fields, id: stands.id }) : createRecord(object, fields);
}
