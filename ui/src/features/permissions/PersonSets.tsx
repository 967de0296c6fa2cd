import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { listRecords, type WireRecord } from "@/api";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { type Option, TransferList } from "@/components/TransferList/TransferList";
import { transferWords } from "@/components/TransferList/words";
import { FetchFailed } from "@/feature/FetchFailed";
import { referencesOf } from "@/fields/lookup/value";
import { compareText } from "@/lib/compare";
import { useTopic } from "@/realtime";
import { keep, useAtomValue, useRecords } from "@/store";
import { setsOf } from "./assigning";
import { words } from "./messages";
import { setObject, setsField } from "./objects";
import { rightsChangeAtom } from "./state";
import type { Moves } from "./useMoves";

const most = 200;
const nothing: readonly string[] = [];

/** All permission sets of the organization, live. */
function useSets() {
  useTopic(`object:${setObject}`);
  const changes = useAtomValue(rightsChangeAtom);
  const query = useQuery({
    queryKey: ["sets"],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const page = await listRecords(setObject, { limit: most, order: "name" }, signal);
      keep(setObject, page.rows);
      return page.rows.map(({ id }) => id);
    },
  });
  const { refetch } = query;
  // A set that was made since is announced, and found with the others.
  useEffect(() => {
    if (changes > 0) {
      void refetch();
    }
  }, [changes, refetch]);
  return { ...query, records: useRecords(setObject, query.data ?? nothing) };
}

interface PersonSetsProps {
  record: WireRecord;
  moving: Moves;
  isReadOnly: boolean;
}

/** The permission sets of a person, and those that he has not. */
export function PersonSets({ record, moving, isReadOnly }: PersonSetsProps) {
  const sets = useSets();
  const held = setsOf(record) ?? nothing;
  if (sets.error && !sets.data) {
    return <FetchFailed error={sets.error} onRetry={() => void sets.refetch()} />;
  }
  if (!sets.data) {
    return <SkeletonRows count={3} label={words.loading} />;
  }
  // A set that one may not read has its name from the person's record.
  const names = new Map([
    ...referencesOf((record as unknown as Record<string, unknown>)[setsField]).map(
      ({ id, name }) => [id, name] as const,
    ),
    ...sets.records.map(({ id, name }) => [id, name] as const),
  ]);
  const options = [...names]
    .map(([id, name]): Option & { isIn: boolean } => {
      const isIn = moving.moves.get(id) ?? held.includes(id);
      return { id, label: String(name ?? ""), isIn, isMoved: isIn !== held.includes(id) };
    })
    .sort((left, right) => compareText(left.label, right.label));
  return (
    <div className="px-6 pb-5 @max-md:px-4">
      {isReadOnly ? <p className="pb-3 text-n11">{words.setsReadOnly}</p> : null}
      <TransferList
        words={transferWords}
        excluded={options.filter(({ isIn }) => !isIn)}
        included={options.filter(({ isIn }) => isIn)}
        isReadOnly={isReadOnly}
        onMove={moving.move}
      />
    </div>
  );
}
