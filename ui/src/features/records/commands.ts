import { ApiError, api, deleteRecords, detailOf, type ObjectSchema, type WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { keep } from "@/store";
import { words } from "./messages";

/** Deletes rows of a list and says how it ended. */
export async function deleteListed(object: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) {
    toast.warning(words.nothingSelected);
    return false;
  }
  try {
    await deleteRecords(object, ids);
    toast.success(ids.length === 1 ? words.deleted : words.deletedMany);
    return true;
  } catch (error) {
    sayRefusal(error, words.deleteError);
    return false;
  }
}

/** A refusal for want of rights is a warning with the server's words, all else an error. */
export function sayRefusal(error: unknown, sentence: (detail: string) => string): void {
  if (error instanceof ApiError && error.status === 403) {
    toast.warning(detailOf(error));
  } else {
    toast.error(sentence(detailOf(error)));
  }
}

function warnOfIgnored(headers: Headers, schema: ObjectSchema): void {
  const names = (headers.get("x-ignored-fields") ?? "").split(",").map((name) => name.trim());
  const titles = names.filter(Boolean).map((name) => schema.properties[name]?.title ?? name);
  if (titles.length > 0) {
    toast.warning(words.ignoredFields(titles.join(", ")));
  }
}

type Method = "post" | "patch";

/** Sends one record and takes the stored one into the store. The command id lets it be sent again safely. */
export async function writeRecord(
  method: Method,
  schema: ObjectSchema,
  fields: Record<string, unknown>,
  command: string,
): Promise<WireRecord> {
  const { data, headers } = await api[method]<WireRecord[]>(
    `/v1/object/${schema.api_name}`,
    [fields],
    command,
  );
  const record = data[0];
  if (!record) {
    throw new Error("The server answered an empty list.");
  }
  keep(schema.api_name, [record]);
  warnOfIgnored(headers, schema);
  return record;
}
