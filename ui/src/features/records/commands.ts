import { ApiError, api, deleteRecords, detailOf, type ObjectSchema, type WireRecord } from "@/api";
import { restoreRecord } from "@/api/history";
import { type ToastAction, toast } from "@/components/Toaster/toasts";
import { keep } from "@/store";
import { words } from "./messages";

/** What brings deleted records back; nothing where the server can't. */
export const undoOf = (schema: ObjectSchema, ids: readonly string[]): ToastAction | undefined =>
  schema.live
    ? undefined
    : {
        label: words.undo,
        run: () => void bringBack(schema.api_name, ids),
      };

/** Brings deleted records back, one after the other, and says how it ended; true where all of them are there again. */
export async function bringBack(object: string, ids: readonly string[]): Promise<boolean> {
  try {
    for (const id of ids) {
      const { record } = await restoreRecord(object, id, {}, crypto.randomUUID());
      keep(object, [record]);
    }
    toast.success(ids.length === 1 ? words.broughtBack : words.broughtManyBack);
    return true;
  } catch (error) {
    sayRefusal(error, words.restoreError);
    return false;
  }
}

/** Deletes rows of a list and says how it ended. */
export async function deleteListed(schema: ObjectSchema, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) {
    toast.warning(words.nothingSelected);
    return false;
  }
  try {
    await deleteRecords(schema.api_name, ids);
    toast.success(ids.length === 1 ? words.deleted : words.deletedMany, undoOf(schema, ids));
    return true;
  } catch (error) {
    sayRefusal(error, words.deleteError);
    return false;
  }
}

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403;

/** What is said of a refusal: of want of rights the server's words alone. */
export const refusalOf = (error: unknown, sentence: (detail: string) => string): string =>
  isForbidden(error) ? detailOf(error) : sentence(detailOf(error));

/** A refusal for want of rights is a warning, all else an error. */
export function sayRefusal(error: unknown, sentence: (detail: string) => string): void {
  const say = isForbidden(error) ? toast.warning : toast.error;
  say(refusalOf(error, sentence));
}

/** Says which fields a write left as they were, and why. */
export function warnOfIgnored(
  headers: Headers,
  schema: ObjectSchema,
  sentence: (titles: string) => string,
): void {
  const names = (headers.get("x-ignored-fields") ?? "").split(",").map((name) => name.trim());
  const titles = names.filter(Boolean).map((name) => schema.properties[name]?.title ?? name);
  if (titles.length > 0) {
    toast.warning(sentence(titles.join(", ")));
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
  warnOfIgnored(headers, schema, words.ignoredFields);
  return record;
}
