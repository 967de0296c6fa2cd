import { useEffect, useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import type { BodyProps } from "@/feature";
import { FetchFailed } from "@/feature/FetchFailed";
import { cn } from "@/lib/cn";
import { identityAtom, useAtomValue } from "@/store";
import { AppRecords } from "./AppRecords";
import { AppSchemas } from "./AppSchemas";
import { AppSettings } from "./AppSettings";
import { useAbout } from "./api";
import { words } from "./messages";

const tabs = ["details", "schemas", "records", "settings"] as const;
type Tab = (typeof tabs)[number];

const first = (): Tab => {
  const asked = new URLSearchParams(location.search).get("tab");
  return tabs.find((tab) => tab === asked) ?? "details";
};

/** The page of an app: what it is, its objects, its records, and what is done with it as a whole. */
export function AppTabs({ record, isEditing, children }: BodyProps) {
  const id = useId();
  const identity = useAtomValue(identityAtom);
  const [tab, setTab] = useState<Tab>(first);
  const about = useAbout(record.id);
  useEffect(() => {
    if (isEditing) {
      setTab("details");
    }
  }, [isEditing]);

  const mayChange =
    identity?.user.is_superuser === true || identity?.administers.includes(record.id) === true;
  const step = (by: number) => {
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length] ?? "details";
    setTab(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  const content = () => {
    if (tab === "details") {
      return children;
    }
    if (tab === "schemas") {
      return <AppSchemas record={record} isReadOnly={!mayChange} />;
    }
    if (!about.data) {
      return about.error ? (
        <FetchFailed error={about.error} onRetry={() => void about.refetch()} />
      ) : (
        <SkeletonRows count={4} label={words.loading} />
      );
    }
    return tab === "records" ? (
      <AppRecords about={about.data} onChanged={() => void about.refetch()} />
    ) : (
      <AppSettings record={record} about={about.data} onChanged={() => void about.refetch()} />
    );
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={words.tabsLabel}
        className="flex gap-1 overflow-x-auto border-b px-4 pt-2"
      >
        {tabs.map((key) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === tab}
            aria-controls={`${id}-panel`}
            tabIndex={key === tab ? 0 : -1}
            disabled={isEditing && key !== "details"}
            onClick={() => setTab(key)}
            onKeyDown={(event) => {
              if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
                step(event.key === "ArrowRight" ? 1 : -1);
              }
            }}
            className={cn(
              "-mb-px h-9 shrink-0 border-b-2 px-3 font-medium disabled:opacity-50",
              key === tab ? "border-accent text-n12" : "border-transparent text-n11 hover:text-n12",
            )}
          >
            {words.tabs[key]}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className="@container">
        {content()}
      </div>
    </>
  );
}

/** A row of what is to be stored, at the foot of a part. */
export function StoreBar({
  text,
  isSaving,
  onSave,
  onDiscard,
}: {
  text: string;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}) {
  return (
    <section
      aria-label={text}
      className="sticky bottom-0 z-3 flex items-center gap-2 rounded-b-lg border-t bg-raised px-6 py-3 shadow-float max-sm:px-4"
    >
      <p role="status" className="min-w-0 flex-1 truncate text-n11">
        {text}
      </p>
      <Button disabled={isSaving} onClick={onDiscard}>
        {words.discard}
      </Button>
      <Button tone="primary" isBusy={isSaving} onClick={onSave}>
        {words.save}
      </Button>
    </section>
  );
}
