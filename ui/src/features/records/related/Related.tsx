import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useFeatures, useParts } from "@/feature";
import { identityAtom, rightsFor, schemasAtom, useAtomValue } from "@/store";
import { RelatedList } from "./RelatedList";
import { relationsOf } from "./relations";
import { useRelatedCounts } from "./useRelatedCounts";

/** How long the cards wait for what is above them, in milliseconds. */
const longest = 2000;

/** Whether everything that was asked for is there, or has taken long; from then on it stays so. */
function useSettled(isReady: boolean): boolean {
  const isFetching = useIsFetching() > 0;
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (isReady && !isSettled) {
      const timer = setTimeout(() => setSettled(true), isFetching ? longest : 50);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [isReady, isFetching, isSettled]);
  return isSettled;
}

/** What belongs to a record: those that name it, a list for each kind that its reader may see, and what features add. */
export function Related({ object, id }: { object: string; id: string }) {
  const features = useFeatures();
  const schemas = useAtomValue(schemasAtom);
  const identity = useAtomValue(identityAtom);
  const relations = useMemo(
    () =>
      relationsOf(features, schemas ?? [], object).filter(
        ({ schema }) => rightsFor(identity, schema.api_name).read,
      ),
    [features, schemas, identity, object],
  );
  const { isKnown, countedOf } = useRelatedCounts(object, id, relations);
  const cards = useMemo(() => features.flatMap(({ RecordCard }) => RecordCard ?? []), [features]);
  const hasParts = useParts(cards);
  // Below what is loaded, so that nothing moves when that comes.
  const isSettled = useSettled(hasParts && (isKnown || relations.length === 0));
  return (
    <>
      {relations.map((relation) => (
        <RelatedList
          key={`${relation.schema.api_name} ${relation.field}`}
          relation={relation}
          id={id}
          isAwaited={!isKnown}
          counted={countedOf(relation)}
        />
      ))}
      {isSettled
        ? cards.map((Card, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the features stay as they are
            <Card key={at} object={object} id={id} />
          ))
        : null}
    </>
  );
}
