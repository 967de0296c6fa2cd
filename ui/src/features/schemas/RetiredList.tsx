import { ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Time } from "@/components/Time/Time";
import type { Retired } from "./api";
import { words } from "./messages";

interface RetiredListProps<R extends Retired> {
  label: string;
  items: readonly R[];
  nameOf: (one: R) => string;
  /** Whether one may bring it back; all, where nothing is said. */
  mayRestore?: (one: R) => boolean;
  onRestore: (one: R) => Promise<unknown>;
}

/** What was retired and can be brought back, until it is deleted for good. */
export function RetiredList<R extends Retired>(props: RetiredListProps<R>) {
  const { label, items, nameOf, mayRestore = () => true, onRestore } = props;
  const [busy, setBusy] = useState<string>();
  const bringBack = async (one: R) => {
    setBusy(nameOf(one));
    await onRestore(one);
    setBusy(undefined);
  };
  return (
    <ul aria-label={label} className="rounded-lg border bg-surface shadow-small">
      {items.map((one) => (
        <li
          key={nameOf(one)}
          className="flex min-h-14 items-center gap-3 border-t px-4 py-2 first:border-t-0"
        >
          <div className="min-w-0 flex-1">
            <p className="truncate">
              <span className="font-medium">{one.title}</span>{" "}
              <code className="text-meta text-n11">{nameOf(one)}</code>
            </p>
            <p className="truncate text-meta text-n11">
              {words.retiredOn} <Time at={one.retired_date} />
              {one.retired_by?.name ? ` · ${one.retired_by.name}` : ""}
              {one.purge_date ? (
                <>
                  {" · "}
                  {words.purged} <Time at={one.purge_date} />
                </>
              ) : null}
            </p>
          </div>
          {mayRestore(one) ? (
            <Button
              size="small"
              icon={<ArchiveRestore className="size-3.5" />}
              aria-label={words.restoreOf(one.title)}
              isBusy={busy === nameOf(one)}
              onClick={() => void bringBack(one)}
            >
              {words.restore}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
