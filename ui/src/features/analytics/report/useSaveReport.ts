import { useState } from "react";
import { createRecord, detailOf, patchRecord, type WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { keep } from "@/store";
import { missing } from "../charts/settings";
import { words } from "../messages";
import { reportObject } from "../names";
import { fieldsOfDraft, type ReportDraft } from "./draft";

/** Stores a report and says how that ended; gives the stored record, or undefined where it was refused. */
export function useSaveReport(id: string | undefined) {
  const [isSaving, setSaving] = useState(false);
  const save = async (draft: ReportDraft): Promise<WireRecord | undefined> => {
    if (draft.name.trim() === "") {
      toast.warning(words.nameFirst);
      return undefined;
    }
    if (draft.object === "") {
      toast.warning(words.objectFirst);
      return undefined;
    }
    const lacks = missing(draft.settings);
    if (lacks) {
      toast.warning(lacks === "xy" ? words.selectXAndY : words.selectField);
      return undefined;
    }
    setSaving(true);
    try {
      const fields = fieldsOfDraft(draft);
      const record =
        id === undefined
          ? await createRecord(reportObject, fields)
          : await patchRecord(reportObject, { ...fields, id });
      keep(reportObject, [record]);
      toast.success(words.saved);
      return record;
    } catch (error) {
      toast.error(words.saveError(detailOf(error)));
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, save };
}
