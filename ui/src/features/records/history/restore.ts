import type { ObjectSchema, WireRecord } from "@/api";
import { restoreRecord } from "@/api/history";
import { toast } from "@/components/Toaster/toasts";
import { keep } from "@/store";
import { sayRefusal, warnOfIgnored } from "../commands";
import { words as common } from "../messages";
import { words } from "./messages";

export interface Restoring {
  version: number;
  fields?: readonly string[];
}

/** Brings a record back to what it was, and offers to undo that; true where it is so now. */
export async function restore(
  schema: ObjectSchema,
  had: WireRecord,
  to: Restoring,
  said: string,
): Promise<boolean> {
  try {
    const { record, headers } = await restoreRecord(schema.api_name, had.id, to, crypto.randomUUID());
    keep(schema.api_name, [record]);
    warnOfIgnored(headers, schema, words.left);
    const back = { ...to, version: had.version };
    toast.info(said, { label: common.undo, run: () => void restore(schema, record, back, said) });
    return true;
  } catch (error) {
    sayRefusal(error, common.restoreError);
    return false;
  }
}
