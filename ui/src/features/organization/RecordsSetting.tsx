import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { listRecords, type WireRecord } from "@/api";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { type Option, TransferList } from "@/components/TransferList/TransferList";
import { transferWords } from "@/components/TransferList/words";
import type { Setting } from "@/feature";
import { FetchFailed } from "@/feature/FetchFailed";
import { compareText } from "@/lib/compare";
import { t } from "@/messages";
import { useTopic } from "@/realtime";
import { keep, lists, transact, useAtomValue, useNameField, useRecords } from "@/store";
import { choosable } from "./choosable";
import { valueAt } from "./settings";

interface RecordsSettingProps {
  setting: Setting & { kind: "records" };
  /** The organization as it is stored: what stands elsewhere there is marked. */
  stored: WireRecord;
  included: readonly string[];
  problem: string | undefined;
  onChange: (value: readonly string[]) => void;
}

const most = 200;
const nothing: readonly string[] = [];

/** Records of an object, live: which of them the organization includes. */
export function RecordsSetting({ setting, stored, included, problem, onChange }: RecordsSettingProps) {
  const { object, path } = setting;
  const hint = useId();
  const { epoch } = useTopic(`object:${object}`);
  const nameField = useNameField(object);
  const query = useQuery({
    queryKey: ["setting", object, nameField, epoch],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const page = await listRecords(object, { limit: most, order: nameField }, signal);
      keep(object, page.rows);
      const ids = page.rows.map(({ id }) => id);
      transact((tx) => lists.set(tx, choosable(object), ids));
      return ids;
    },
  });
  const live = useAtomValue(lists.atomOf(choosable(object)));
  const records = useRecords(object, live ?? query.data ?? nothing);
  const had = valueAt(stored, path);
  const before = new Set(Array.isArray(had) ? had : []);
  const options = records
    .map((record): Option => {
      const { id } = record;
      const isMoved = included.includes(id) !== before.has(id);
      return { id, label: String(record[nameField] ?? ""), isMoved };
    })
    .sort((left, right) => compareText(left.label, right.label));
  const move = (ids: readonly string[], isIn: boolean) =>
    onChange(isIn ? [...included, ...ids] : included.filter((id) => !ids.includes(id)));
  return (
    <fieldset aria-describedby={hint} className="@container col-span-full flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{setting.label}</legend>
      <p id={hint} className={problem ? "text-danger text-meta" : "text-meta text-n11"}>
        {problem ?? setting.hint}
      </p>
      {query.error && !query.data ? (
        <FetchFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <SkeletonRows count={3} label={t.frame.loading} />
      ) : (
        <TransferList
          words={{ ...transferWords, empty: setting.empty }}
          excluded={options.filter(({ id }) => !included.includes(id))}
          included={options.filter(({ id }) => included.includes(id))}
          onMove={move}
        />
      )}
    </fieldset>
  );
}
