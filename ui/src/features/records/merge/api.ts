import { api, carryOut as send, type WireRecord } from "@/api";

export interface Chosen {
  object: string;
  master: string;
  selected: readonly string[];
}

/** A merge that can be undone. */
export interface Done {
  id: string;
  at: string;
  records: string[];
}

export const duplicatesOf = async (object: string, id: string): Promise<WireRecord[]> =>
  (await api.get<WireRecord[]>(`/v1/object/${object}/${id}/duplicates`)).data;

export const mergesOf = async (object: string, id: string) =>
  (await api.get<{ merged_into: string; data: Done[] }>(`/v1/object/${object}/${id}/merges`)).data;

export const suspectsOf = async (object: string) =>
  (await api.get<{ data: { records: WireRecord[] }[]; more: boolean }>(`/v1/object/${object}/duplicates`))
    .data;

const inputOf = ({ object, master, selected }: Chosen) => ({
  master_record: master,
  selected_records: [...selected],
  schema_api_name: object,
});

export const previewOf = async (chosen: Chosen, fields: Readonly<Record<string, string>>) =>
  (await send("POST /merge", { ...inputOf(chosen), fields: { ...fields }, dry_run: true })).data;

/** The versions are those of the records as they were shown: nobody merges what somebody else has changed since. */
export const merge = async (
  chosen: Chosen,
  fields: Readonly<Record<string, string>>,
  versions: Readonly<Record<string, number>>,
) =>
  (await send("POST /merge", { ...inputOf(chosen), fields: { ...fields }, versions: { ...versions } })).data;

export const undoMerge = (id: string) => send("POST /merge/{id}/undo", { id });
