import { api } from "@/api";
import type { Effective } from "@/api/generated/rest";
import type { Right } from "./rights";

export type { Effective, EffectiveRights } from "@/api/generated/rest";

/** Why somebody holds a right, or does not: each source in a sentence. */
export interface Explanation {
  allowed: boolean;
  because: { source: string; permission?: string; gives: boolean; text: string }[];
}

/** What somebody may do, from wherever he has it. */
export async function readEffective(user: string, signal?: AbortSignal): Promise<Effective> {
  return (await api.get<Effective>(`/v1/permission/effective?${new URLSearchParams({ user })}`, signal)).data;
}

export interface Asked {
  object: string;
  right: Right;
  /** "" for the record as a whole. */
  field: string;
}

export async function explain(user: string, asked: Asked, signal?: AbortSignal): Promise<Explanation> {
  const { object, right, field } = asked;
  const query = new URLSearchParams({ user, object, right, ...(field === "" ? {} : { field }) });
  return (await api.get<Explanation>(`/v1/permission/explain?${query}`, signal)).data;
}
