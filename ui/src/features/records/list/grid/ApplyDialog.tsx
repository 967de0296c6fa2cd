import { useState } from "react";
import { api, type ObjectSchema } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { toast } from "@/components/Toaster/toasts";
import { type FieldSpec, fieldType } from "@/fields";
import { t } from "@/messages";
import { sayRefusal } from "../../commands";
import { words as recordWords } from "../../messages";
import type { Where } from "../filters/savedFilter";
import { words } from "./messages";

/** One value for many records. */
export interface Applied {
  field: FieldSpec;
  value: unknown;
  /** The ticked records; undefined for all of the list. */
  ids: readonly string[] | undefined;
  /** How many that are, in words. */
  count: string;
}

interface ApplyDialogProps {
  schema: ObjectSchema;
  applied: Applied;
  where: Where | undefined;
  onStarted: () => void;
  onClose: () => void;
}

/** Asks before one value goes into many records, with how many these are; a job does it. */
export function ApplyDialog({ schema, applied, where, onStarted, onClose }: ApplyDialogProps) {
  const { field, value, ids, count } = applied;
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      await api.post(`/v1/mass/${schema.api_name}`, {
        set: { [field.name]: value ?? null },
        ...(ids ? { ids } : { filter: where?.rows ?? [], comparison: where?.isAny ? "OR" : "AND" }),
      });
      toast.info(recordWords.changing(count));
      onStarted();
    } catch (error) {
      sayRefusal(error, words.saveError);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.applyTitle(field.title)}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {words.apply}
          </Button>
        </>
      }
    >
      <p className="text-n11">
        {words.applyText(field.title, fieldType(field.kind).text(value, field), count)}{" "}
        {recordWords
          .editLead(schema.track_history !== false)
          .split(". ")
          .slice(1)
          .join(". ")}
      </p>
    </Dialog>
  );
}
