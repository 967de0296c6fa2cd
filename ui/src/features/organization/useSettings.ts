import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, detailOf, getRecord, patchRecord, type WireRecord } from "@/api";
import { focusFirstProblem } from "@/components/Field/focus";
import { toast } from "@/components/Toaster/toasts";
import { type SettingGroup, useFeatures } from "@/feature";
import { useLiveRecord } from "@/realtime";
import { keep } from "@/store";
import { words } from "./messages";
import { changesOf, type Draft, emptyDraft, faults, listAt, loadGroups } from "./settings";

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

const attempts = 5;

/**
 * Stores a draft. Lists of records are stored over the version alone that they are made of: where
 * somebody else was faster they are made again, so that what two people include and take out stays.
 */
async function store(shown: WireRecord, draft: Draft, groups: readonly SettingGroup[]): Promise<void> {
  const lists = groups
    .flatMap((group) => group.settings)
    .filter(({ kind, path }) => kind === "records" && draft.edits[path]);
  let record = shown;
  for (let attempt = 1; ; attempt++) {
    const own = Object.fromEntries(lists.map(({ path }) => [path, listAt(draft, record, path)]));
    const changes = { id: record.id, ...changesOf(draft), ...own };
    try {
      const version = lists.length > 0 ? record.version : undefined;
      keep(object, [await patchRecord(object, changes, crypto.randomUUID(), version)]);
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412) || attempt === attempts) {
        throw error;
      }
      record = await getRecord(object, record.id);
    }
  }
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
      await store(record, draft, groups);
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
