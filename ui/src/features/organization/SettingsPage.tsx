import { CircleAlert } from "lucide-react";
import { useId, useState } from "react";
import { detailOf, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { SettingGroup } from "@/feature";
import { useUnsaved } from "@/lib/unsaved";
import { t } from "@/messages";
import { words } from "./messages";
import { RecordsSetting } from "./RecordsSetting";
import { SettingControl } from "./SettingControl";
import { edit, listAt, meanwhile, valueAt } from "./settings";
import { useDraft, useGroups, useOrganization } from "./useSettings";

function Loading() {
  return (
    <div role="status" aria-label={t.frame.loading} className="flex flex-col gap-6 p-6">
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <div key={key} className="grid grid-cols-2 gap-6 max-sm:grid-cols-1">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ))}
    </div>
  );
}

type Editing = ReturnType<typeof useDraft>;

function Part({ group, record, editing }: { group: SettingGroup; record: WireRecord; editing: Editing }) {
  const id = useId();
  const { draft, setDraft } = editing;
  return (
    <section aria-labelledby={id} className="border-t px-6 py-5 first:border-t-0 max-sm:px-4">
      <h2 id={id} className="pb-3.5 font-semibold">
        {group.title}
      </h2>
      <div className="grid grid-cols-2 gap-x-8 gap-y-4 max-sm:grid-cols-1">
        {group.settings.map((setting) => {
          const own = draft.edits[setting.path];
          if (setting.kind === "records") {
            const included = listAt(draft, record, setting.path);
            return (
              <RecordsSetting
                key={setting.path}
                setting={setting}
                stored={record}
                included={included}
                problem={draft.problems[setting.path]}
                onChange={(value) => setDraft((had) => edit(had, record, setting.path, value))}
              />
            );
          }
          const theirs = meanwhile(draft, record, setting.path);
          return (
            <SettingControl
              key={setting.path}
              setting={setting}
              value={own ? own.value : valueAt(record, setting.path)}
              problem={draft.problems[setting.path]}
              note={theirs === undefined ? undefined : words.meanwhile(theirs)}
              onChange={(value) => setDraft((had) => edit(had, record, setting.path, value))}
            />
          );
        })}
      </div>
    </section>
  );
}

function Form({ record, groups }: { record: WireRecord; groups: readonly SettingGroup[] }) {
  const editing = useDraft(record, groups);
  const [round, setRound] = useState(0);
  const count = Object.keys(editing.draft.edits).length;
  useUnsaved(count > 0, { isKept: false, discard: editing.discard });
  return (
    <form
      aria-label={words.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void editing.save();
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <PageHeader
        title={words.title}
        lead={count > 0 ? words.changes(count) : words.lead}
        actions={
          <>
            <Button
              disabled={count === 0 || editing.isSaving}
              onClick={() => {
                editing.discard();
                setRound(round + 1);
              }}
            >
              {words.discard}
            </Button>
            <Button type="submit" tone="primary" disabled={count === 0} isBusy={editing.isSaving}>
              {words.save}
            </Button>
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto w-full max-w-4xl px-5 py-6 max-sm:p-0">
          <div
            key={round} // what was typed into controls goes with what is discarded
            className="rounded-lg border bg-surface shadow-small max-sm:rounded-none max-sm:border-x-0"
          >
            {groups.map((group) => (
              <Part key={group.title} group={group} record={record} editing={editing} />
            ))}
          </div>
        </div>
      </div>
    </form>
  );
}

/** The settings of one's organization, live. */
export function SettingsPage({ id }: { id: string }) {
  const { record, error, retry } = useOrganization(id);
  const groups = useGroups();
  if (record?.settings && groups) {
    return <Form record={record} groups={groups} />;
  }
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      {error ? (
        <PageState
          role="alert"
          icon={<CircleAlert />}
          title={words.loadError}
          text={detailOf(error)}
          action={<Button onClick={retry}>{t.frame.retry}</Button>}
        />
      ) : (
        <Loading />
      )}
    </>
  );
}
