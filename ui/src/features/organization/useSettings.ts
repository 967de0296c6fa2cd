import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, detailOf, patchRecord, type WireRecord } from "@/api";
import { focusFirstProblem } from "@/components/Field/focus";
import { toast } from "@/components/Toaster/toasts";
import { type SettingGroup, useFeatures } from "@/feature";
import { useLiveRecord } from "@/realtime";
import { keep } from "@/store";
import { words } from "./messages";
import { changesOf, emptyDraft, faults, loadGroups } from "./settings";

const object = "organization";

/** The organization's record, read once and kept true by its topic. */
export function useOrganization(id: string) {
  const { shown, ...rest } = useLiveRecord(object, id);
  return { record: shown?.record, ...rest };
}

/** What can be set, of all features; undefined until it is loaded. */
export function useGroups(): readonly SettingGroup[] | undefined {
  const features = useFeatures();
  const { data } = useQuery({
    queryKey: ["settings"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => loadGroups(features),
  });
  return data;
}

/**
 * The draft and the way to store it. Only changed members are sent and the server lays them over what
 * stands, so that two people who change different settings do not undo each other.
 */
export function useDraft(record: WireRecord, groups: readonly SettingGroup[]) {
  const [draft, setDraft] = useState(emptyDraft);
  const [isSaving, setSaving] = useState(false);

  const save = async () => {
    const wrong = faults(draft, groups);
    if (isSaving || Object.keys(wrong).length > 0) {
      focusFirstProblem(() => setDraft((had) => ({ ...had, problems: { ...had.problems, ...wrong } })));
      return;
    }
    setSaving(true);
    try {
      keep(object, [await patchRecord(object, { id: record.id, ...changesOf(draft) }, crypto.randomUUID())]);
      setDraft(emptyDraft);
      toast.success(words.saved);
    } catch (error) {
      const said = error instanceof ApiError ? error.errors : {};
      if (Object.keys(said).length > 0) {
        const problems = Object.fromEntries(
          Object.entries(said).map(([path, texts]) => [path, texts[0] ?? ""]),
        );
        focusFirstProblem(() => setDraft((had) => ({ ...had, problems })));
      } else {
        toast.error(words.saveError(detailOf(error)));
      }
    } finally {
      setSaving(false);
    }
  };

  return { draft, setDraft, isSaving, save, discard: () => setDraft(emptyDraft) };
}
