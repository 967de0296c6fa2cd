import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { TransferList } from "@/components/TransferList/TransferList";
import { transferWords } from "@/components/TransferList/words";
import { FetchFailed } from "@/feature/FetchFailed";
import { words } from "./messages";
import type { usePeople } from "./usePeople";

interface AssignedPeopleProps {
  people: ReturnType<typeof usePeople>;
  isReadOnly: boolean;
  onMove: (ids: readonly string[], isIn: boolean) => void;
}

const peopleWords = { ...transferWords, empty: words.nobodyThere };

/** Who has a set, and who has not. */
export function AssignedPeople({ people, isReadOnly, onMove }: AssignedPeopleProps) {
  if (!people.isKnown) {
    return <p className="px-6 pb-5 text-n11 @max-md:px-4">{words.usersForbidden}</p>;
  }
  if (people.error) {
    return <FetchFailed error={people.error} onRetry={people.retry} />;
  }
  if (people.isLoading && people.included.length + people.excluded.length === 0) {
    return <SkeletonRows count={4} label={words.loading} />;
  }
  const note = (count: number | undefined) => (count === undefined ? undefined : words.more(count));
  return (
    <div className="px-6 pb-5 @max-md:px-4">
      <TransferList
        words={peopleWords}
        excluded={people.excluded}
        included={people.included}
        notes={{ excluded: note(people.more.excluded), included: note(people.more.included) }}
        isReadOnly={isReadOnly}
        onSearch={people.setSearch}
        onMove={onMove}
      />
    </div>
  );
}
