import { useMemo, useRef, useState } from "react";
import { detailOf, type ObjectSchema } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { writeJson } from "@/lib/exact";
import { useUnsaved } from "@/lib/unsaved";
import { peek } from "@/store";
import { sayRefusal } from "../../commands";
import {
  answered,
  type CellEdit,
  type Drafts,
  dropped,
  edited,
  givenUp,
  type Outcome,
  rowsToSend,
  settled,
  wrongCells,
} from "./drafts";
import { words } from "./messages";
import { isLost, saveRows } from "./save";

const none: Drafts = {};

/** What keeps all or some of the changes from being saved. */
function faultOf(fault: string | undefined, drafts: Drafts): string | undefined {
  const wrong = wrongCells(drafts);
  return fault ?? (wrong > 0 ? words.wrongTitle(wrong) : undefined);
}

function sayOutcomes(outcomes: readonly Outcome[]): void {
  const refused = outcomes.flatMap(({ detail }) => detail ?? []);
  const [first] = refused;
  if (first === undefined) {
    toast.success(words.saved);
  } else {
    const isOne = outcomes.length === 1;
    toast.error(
      isOne ? words.updateError(first) : words.saveError(`${words.refusedTitle(refused.length)}. ${first}`),
    );
  }
}

/** The cells of a list that were changed and are not saved. */
export function useDrafts(schema: ObjectSchema) {
  const object = schema.api_name;
  const [drafts, setDrafts] = useState<Drafts>(none);
  const [isSaving, setSaving] = useState(false);
  /** Why what is typed as JSON can't be saved. */
  const [fault, setFault] = useState<string>();
  const read = useMemo(
    () => (id: string) => {
      const entity = peek(object, id);
      return entity && !entity.isRemoved ? entity.record : undefined;
    },
    [object],
  );
  const count = Object.keys(drafts).length;
  const discard = () => {
    setDrafts(none);
    setFault(undefined);
  };
  useUnsaved(count > 0 || fault !== undefined, { isKept: false, discard });
  // The same rows are saved once, however often they are sent.
  const sent = useRef({ body: "", command: "" });

  const send = async (rows: ReturnType<typeof rowsToSend>) => {
    const body = writeJson(rows);
    if (sent.current.body !== body) {
      sent.current = { body, command: crypto.randomUUID() };
    }
    setSaving(true);
    try {
      const outcomes = await saveRows(object, rows, sent.current.command);
      sent.current = { body: "", command: "" };
      setDrafts((had) => answered(had, drafts, outcomes));
      sayOutcomes(outcomes);
    } catch (error) {
      if (isLost(error)) {
        // It is unknown what was stored: the same rows are sent again under the same id.
        toast.error(words.saveError(words.noNetwork));
      } else {
        sayRefusal(error, rows.length === 1 ? words.updateError : words.saveError);
        const outcomes = rows.map(({ id }) => ({ id, detail: detailOf(error) }));
        setDrafts((had) => answered(had, drafts, outcomes));
      }
    } finally {
      setSaving(false);
    }
  };

  const save = async () => {
    const stop = isSaving ? undefined : faultOf(fault, drafts);
    if (stop !== undefined) {
      toast.error(words.saveError(stop));
    }
    const rows = fault === undefined && !isSaving ? rowsToSend(drafts, read, schema.live !== true) : [];
    if (rows.length === 0) {
      const left = settled(drafts, read);
      setDrafts((had) => settled(had, read));
      // A save whose answer was lost has stored them already.
      if (stop === undefined && Object.keys(left).length === 0 && !isSaving) {
        toast.success(words.saved);
      }
      return;
    }
    await send(rows);
  };

  return {
    drafts,
    count,
    wrong: wrongCells(drafts),
    isSaving,
    fault,
    setFault,
    read,
    save,
    discard,
    put: (edits: readonly CellEdit[]) => setDrafts((had) => edited(had, edits, read)),
    drop: (id: string) => setDrafts((had) => dropped(had, id)),
    giveUp: (id: string, name: string) => setDrafts((had) => givenUp(had, id, name)),
    /** Stands for all that was typed before. */
    replace: (edits: readonly CellEdit[]) => setDrafts(edited(none, edits, read)),
  };
}

export type GridDrafts = ReturnType<typeof useDrafts>;
