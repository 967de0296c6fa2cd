import { ArrowRight, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Revision } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { Time } from "@/components/Time/Time";
import { type FieldSpec, fieldType } from "@/fields";
import { exactTime, parseTime } from "@/lib/time";
import { t } from "@/messages";
import { words } from "./messages";
import type { Restoring } from "./restore";

interface ShownRevisionProps {
  revision: Revision;
  fields: readonly FieldSpec[];
  isCurrent: boolean;
  mayRestore: boolean;
  onRestore: (to: Restoring, field?: FieldSpec) => Promise<void>;
}

function Value({ value, field, label }: { value: unknown; field: FieldSpec; label: string }) {
  const text = fieldType(field.kind).text(value, field);
  return (
    <span className="min-w-0">
      <span className="sr-only">{label}: </span>
      <span className={text ? "wrap-anywhere line-clamp-4 whitespace-pre-wrap" : "text-n10"}>
        {text || t.records.noValue}
      </span>
    </span>
  );
}

/** One change: who, what and when, each field before and after, and the way back. */
export function ShownRevision({ revision, fields, isCurrent, mayRestore, onRestore }: ShownRevisionProps) {
  const [busy, setBusy] = useState<string>();
  const who = revision.by.modified_by;
  const name = who === null ? words.system : (who?.name ?? t.records.someone);
  const source = words.source(revision.via);
  const changed = fields.flatMap((field) => {
    const values = revision.changes?.[field.name];
    return values ? [{ field, ...values }] : [];
  });
  const run = async (key: string, to: Restoring, field?: FieldSpec) => {
    setBusy(key);
    await onRestore(to, field);
    setBusy(undefined);
  };
  const at = parseTime(revision.at);
  return (
    <li className="flex gap-3 border-n6 border-t py-3 first:border-t-0">
      <Avatar name={name} size="small" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 flex-wrap items-center gap-x-2">
          <p className="min-w-0 flex-1">
            <span className="font-medium">{name}</span>{" "}
            <span className="text-n11">
              {words.verb(revision.op)}
              {revision.op === "updated" ? ` ${changed.map(({ field }) => field.title).join(", ")}` : null}
            </span>
            <span className="text-meta text-n11">
              {" · "}
              <Time at={revision.at} form="listed" className="whitespace-nowrap" />
              {source ? ` · ${source}` : null}
            </span>
          </p>
          {isCurrent ? <span className="px-2 text-meta text-n11">{words.current}</span> : null}
          {mayRestore && !isCurrent && revision.op !== "removed" ? (
            <Button
              tone="ghost"
              size="small"
              aria-label={at ? words.restoreVersion(exactTime(at)) : undefined}
              isBusy={busy === "all"}
              onClick={() => void run("all", { version: revision.version })}
            >
              {words.restoreAll}
            </Button>
          ) : null}
        </div>
        {changed.length > 0 ? (
          <ul className="mt-1 rounded border border-n6 bg-n2">
            {changed.map(({ field, before, after }) => {
              const was = fieldType(field.kind).text(before, field) || t.records.noValue;
              return (
                <li
                  key={field.name}
                  className="grid grid-cols-[8rem_1fr_auto_1fr_2rem] items-start gap-x-3 border-n6 border-t px-3 py-1.5 first:border-t-0 max-sm:grid-cols-[1fr_auto_1fr_2rem]"
                >
                  <span className="truncate text-n11 max-sm:col-span-4">{field.title}</span>
                  <Value value={before} field={field} label={words.before} />
                  <ArrowRight aria-hidden className="mt-1 size-3.5 text-n10" />
                  <Value value={after} field={field} label={words.after} />
                  {mayRestore && field.isEditable ? (
                    <IconButton
                      className="-my-1.5"
                      label={words.restoreField(field.title, was)}
                      icon={<Undo2 className="size-3.5" />}
                      disabled={busy !== undefined}
                      onClick={() =>
                        void run(field.name, { version: revision.version - 1, fields: [field.name] }, field)
                      }
                    />
                  ) : (
                    <span />
                  )}
                </li>
              );
            })}
          </ul>
        ) : null}
      </div>
    </li>
  );
}
