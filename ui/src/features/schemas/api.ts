import { api, type Option, type Reference } from "@/api";

/** A field as who may change it sees it. */
export interface FieldDefinition {
  title: string;
  /** The name of one of the formats. */
  format: string;
  options?: readonly Option[];
  anyOf?: readonly { schema_api_name?: string }[];
  unit?: string;
  width?: number;
  help_text?: string;
  max_length?: number;
  default?: unknown;
  required?: boolean;
  unique?: boolean;
  index?: boolean;
  /** False where programs alone set it. */
  modify?: boolean;
  /** What an encrypted field holds, "" for text. */
  holds?: string;
  /** The organization made it; what came with the product stays as it is. */
  custom?: boolean;
  /** The app that it belongs to; its administrators may change it. */
  app?: string;
}

export interface Retired {
  title: string;
  app?: string;
  retired_date: string;
  retired_by?: Reference | null;
  /** When it is deleted for good. */
  purge_date?: string | null;
}

type RetiredField = Retired & { name: string; format: string };
export type RetiredObject = Retired & { api_name: string };

/** An object as who may change it sees it. */
export interface Definition {
  api_name: string;
  title: string;
  plural?: string;
  custom: boolean;
  /** The app that it belongs to; its administrators may change it and all its fields. */
  app?: string;
  version: number;
  name_field: string;
  columns?: readonly string[];
  search?: readonly string[];
  /** The fields by which duplicates are found. */
  duplicate_fields?: readonly string[];
  track_history?: boolean;
  /** Its history can't be switched off. */
  history_stays?: boolean;
  order: readonly string[];
  properties: Readonly<Record<string, FieldDefinition>>;
  retired?: readonly RetiredField[];
  /** The job of the change that is under way. */
  change?: { job: string; by?: Reference | null } | null;
  /** For how many days what is retired can be brought back. */
  kept_days?: number;
}

/** What fields may be, as the server has it. */
export interface Format {
  format: string;
  /** The JSON type of its values. */
  type: string;
  title: string;
  options?: boolean;
  /** It has no field without options. */
  options_needed?: boolean;
  target?: boolean;
  unique?: boolean;
  index?: boolean;
  default?: boolean;
  unit?: boolean;
  max_length?: boolean;
  /** Its values are masked, and shown to few when they ask. */
  sensitive?: boolean;
  /** Records may be searched by it. */
  search?: boolean;
  /** Duplicates of records may be found by it. */
  duplicates?: boolean;
  /** An encrypted field may hold it. */
  held?: boolean;
  convertible_to?: readonly string[];
}

/** What to change of a definition (RFC 7396): what is not named stays, null takes away. */
export type DefinitionPatch = Partial<
  Pick<Definition, "title" | "plural" | "columns" | "search" | "order" | "track_history">
> & {
  /** null for every field of phone numbers. */
  duplicate_fields?: readonly string[] | null;
  properties?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
};

const pathOf = (object: string) => `/v1/schema/${encodeURIComponent(object)}`;

export async function readDefinition(object: string, signal?: AbortSignal): Promise<Definition> {
  return (await api.get<Definition>(`${pathOf(object)}/definition`, signal)).data;
}

export async function readFormats(signal?: AbortSignal): Promise<readonly Format[]> {
  const { data } = await api.get<readonly Format[] | { data: readonly Format[] }>(
    "/v1/schema/formats",
    signal,
  );
  return "data" in data ? data.data : data;
}

export async function readRetired(signal?: AbortSignal): Promise<readonly RetiredObject[]> {
  return (await api.get<{ data: readonly RetiredObject[] }>("/v1/schema/retired", signal)).data.data;
}

export interface NewObject {
  api_name: string;
  title: string;
  plural?: string;
  app?: string;
}

/** Makes an object with a name, to which fields are added. */
export async function createObject(object: NewObject, nameTitle: string): Promise<Definition> {
  const properties = { name: { title: nameTitle, format: "text", required: true } };
  return (await api.post<Definition>("/v1/schema", { ...object, properties })).data;
}

/** Changes an object that is at a version still; at another one the server refuses with 412. */
export async function patchDefinition(
  object: string,
  version: number,
  patch: DefinitionPatch,
): Promise<Definition> {
  return (await api.patch<Definition>(pathOf(object), patch, undefined, version)).data;
}

export const retireObject = (object: string): Promise<unknown> => api.remove(pathOf(object));

/** Brings an object back, or one field of it. */
export async function restore(object: string, field?: string): Promise<Definition> {
  const { data } = await api.post<Definition>(
    `${pathOf(object)}/restore`,
    field === undefined ? {} : { field },
  );
  return data;
}
