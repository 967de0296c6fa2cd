import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { WireRecord } from "@/api";
import type { Revision } from "@/api/history";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { Time } from "@/components/Time/Time";
import { shownAs, useFacts, useToldChanges } from "@/feature";
import type { FieldSpec } from "@/fields";
import { ChangedFields, changedFields, valueText } from "@/fields/ChangedFields";
import { exactTime, parseTime } from "@/lib/time";
import { useZone } from "@/lib/zone";
import { t } from "@/messages";
import { words } from "./messages";
import type { Restoring } from "./restore";

interface ShownRevisionProps {
  object: string;
  record: WireRecord;
  revision: Revision;
  fields: readonly FieldSpec[];
  isCurrent: boolean;
  mayRestore: boolean;
  onRestore: (to: Restoring, field?: FieldSpec) => Promise<void>;
}

/** One change: who, what and when, each field before and after, and the way back. */
export function ShownRevision({
  object,
  record,
  revision,
  fields,
  isCurrent,
  mayRestore,
  onRestore,
}: ShownRevisionProps) {
  useZone();
  const told = useToldChanges(object);
  const facts = useFacts(object);
  const [busy, setBusy] = useState<string>();
  const who = revision.by.modified_by;
  const name = who === null ? words.system : (who?.name ?? t.records.someone);
  const source = words.source(revision.via);
  const asShown = (name: string, value: unknown) => shownAs(facts, name, { ...record, [name]: value });
  const changed = changedFields(fields, revision.changes).map(({ field, before, after }) => ({
    field,
    before: asShown(field.name, before),
    after: asShown(field.name, after),
  }));
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
          <ChangedFields
            changed={changed}
            told={told}
            action={({ field, before }) =>
              mayRestore && field.isEditable ? (
                <IconButton
                  className="-my-1.5"
                  label={words.restoreField(field.title, valueText(before, field))}
                  icon={<Undo2 className="size-3.5" />}
                  disabled={busy !== undefined}
                  onClick={() =>
                    void run(field.name, { version: revision.version - 1, fields: [field.name] }, field)
                  }
                />
              ) : null
            }
          />
        ) : null}
      </div>
    </li>
  );
}
