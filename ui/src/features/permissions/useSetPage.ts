import { useState } from "react";
import type { WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { useUnsaved } from "@/lib/unsaved";
import { assign } from "./assigning";
import { words } from "./messages";
import { useMoves } from "./useMoves";
import { usePeople } from "./usePeople";
import { sayRefusal, useRightsDraft } from "./useRightsDraft";

/** All that one changes on the page of a permission set, what it gives and to whom, and the way to store it. */
export function useSetPage(record: WireRecord) {
  const rights = useRightsDraft(record);
  const moving = useMoves();
  const people = usePeople(record.id, moving.moves);
  const [isSaving, setSaving] = useState(false);
  const moved = moving.open(people.has);

  const discard = () => {
    rights.discard();
    moving.discard();
  };
  /** Gives people the set and takes it from others, each by himself: what is refused of one stays to be seen. */
  const saveMoves = async () => {
    let refused: unknown;
    for (const [person, isIn] of moved) {
      try {
        await assign(person, new Map([[record.id, isIn]]));
        moving.settle(person);
      } catch (error) {
        refused ??= error;
      }
    }
    if (refused === undefined) {
      toast.success(words.usersSaved);
    } else {
      sayRefusal(refused, (detail) => detail);
    }
  };
  const save = async () => {
    setSaving(true);
    const hadRights = rights.isDirty;
    const isStored = await rights.save();
    if (isStored && hadRights) {
      toast.success(words.saved);
    }
    if (isStored && moved.length > 0) {
      await saveMoves();
    }
    setSaving(false);
  };
  const unsaved = [
    ...(rights.isDirty ? [words.rightsChanged] : []),
    ...(moved.length > 0 ? [words.peopleChanged(moved.length)] : []),
  ];
  useUnsaved(unsaved.length > 0, { isKept: false, discard });
  return { rights, people, move: moving.move, unsaved, isSaving, save, discard };
}
