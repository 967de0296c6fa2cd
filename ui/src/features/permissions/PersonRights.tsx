import { useState } from "react";
import type { WireRecord } from "@/api";
import { Panel } from "@/components/Panel/Panel";
import { toast } from "@/components/Toaster/toasts";
import { useUnsaved } from "@/lib/unsaved";
import { identityAtom, rightsFor, useAtomValue, useSchema } from "@/store";
import { assign, setsOf } from "./assigning";
import { EffectiveRights } from "./EffectiveRights";
import { words } from "./messages";
import { administering, setObject, setsField, userObject } from "./objects";
import { PersonSets } from "./PersonSets";
import { SaveBar } from "./SaveBar";
import { useMoves } from "./useMoves";
import { usePanels } from "./usePanels";
import { sayRefusal } from "./useRightsDraft";

/** Below a person's fields: his permission sets, and what he may do by all of them together. */
export function PersonRights({ record }: { record: WireRecord }) {
  const identity = useAtomValue(identityAtom);
  const schema = useSchema(userObject);
  const panels = usePanels([]);
  const moving = useMoves();
  const [isSaving, setSaving] = useState(false);
  const held = setsOf(record);
  const moved = moving.open((id) => held?.includes(id) === true);
  useUnsaved(moved.length > 0, { isKept: false, discard: moving.discard });

  const mayAdminister = identity?.system.includes(administering) === true;
  const maySeeSets = held !== undefined && rightsFor(identity, setObject).read;
  const mayGive = mayAdminister && schema?.properties[setsField]?.modify === true;
  const save = async () => {
    setSaving(true);
    try {
      await assign(record.id, new Map(moved));
      moving.discard();
      toast.success(words.usersSaved);
    } catch (error) {
      sayRefusal(error, (detail) => detail);
    }
    setSaving(false);
  };
  return (
    <>
      {maySeeSets ? (
        <Panel title={words.panels.sets} hint={held.length} {...panels.of("sets")}>
          <PersonSets record={record} moving={moving} isReadOnly={!mayGive} />
        </Panel>
      ) : null}
      {mayAdminister || identity?.userId === record.id ? (
        <Panel title={words.panels.effective} {...panels.of("effective")}>
          <EffectiveRights user={record.id} name={String(record.name ?? "")} />
        </Panel>
      ) : null}
      <SaveBar
        what={moved.length > 0 ? [words.setsChanged(moved.length)] : []}
        isSaving={isSaving}
        onSave={() => void save()}
        onDiscard={moving.discard}
      />
    </>
  );
}
