import { useState } from "react";
import { patchRecord, type WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { type Option, TransferList } from "@/components/TransferList/TransferList";
import { transferWords } from "@/components/TransferList/words";
import { compareText } from "@/lib/compare";
import { useUnsaved } from "@/lib/unsaved";
import { keep, schemasAtom, useAtomValue } from "@/store";
import { StoreBar } from "./AppTabs";
import { sayRefusal } from "./api";
import { words } from "./messages";

/** The objects that belong to an app. */
export function AppSchemas({ record, isReadOnly }: { record: WireRecord; isReadOnly: boolean }) {
  const schemas = useAtomValue(schemasAtom) ?? [];
  const stored = (record.schemas as readonly string[] | null | undefined) ?? [];
  const [draft, setDraft] = useState<ReadonlySet<string>>();
  const [isSaving, setSaving] = useState(false);
  const included = draft ?? new Set(stored);
  const isDirty =
    draft !== undefined && !(draft.size === stored.length && stored.every((one) => draft.has(one)));
  const discard = () => setDraft(undefined);
  useUnsaved(isDirty, { isKept: false, discard });

  const names = new Set([...schemas.map((one) => one.api_name), ...stored]);
  const options = [...names]
    .map((id): Option => {
      const schema = schemas.find((one) => one.api_name === id);
      return {
        id,
        label: schema?.plural ?? schema?.title ?? id,
        isMoved: included.has(id) !== stored.includes(id),
      };
    })
    .sort((left, right) => compareText(left.label, right.label));
  const move = (ids: readonly string[], isIn: boolean) => {
    const next = new Set(included);
    for (const id of ids) {
      if (isIn) {
        next.add(id);
      } else {
        next.delete(id);
      }
    }
    setDraft(next);
  };
  const save = async () => {
    setSaving(true);
    try {
      keep("app", [
        await patchRecord("app", { id: record.id, schemas: [...included].sort() }, undefined, record.version),
      ]);
      discard();
      toast.success(words.saved);
    } catch (error) {
      sayRefusal(error, words.saveError);
    }
    setSaving(false);
  };
  return (
    <>
      <div className="flex flex-col gap-3 px-6 py-5 @max-md:px-4">
        <p className="text-n11">{words.schemasLead}</p>
        <TransferList
          words={transferWords}
          excluded={options.filter(({ id }) => !included.has(id))}
          included={options.filter(({ id }) => included.has(id))}
          isReadOnly={isReadOnly}
          onMove={move}
        />
      </div>
      {isDirty ? (
        <StoreBar text={words.unsaved} isSaving={isSaving} onSave={() => void save()} onDiscard={discard} />
      ) : null}
    </>
  );
}
