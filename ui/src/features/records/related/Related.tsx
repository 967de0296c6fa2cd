import { useMemo } from "react";
import { useFeatures } from "@/feature";
import { identityAtom, rightsFor, schemasAtom, useAtomValue } from "@/store";
import { RelatedList } from "./RelatedList";
import { relationsOf } from "./relations";
import { useRelatedCounts } from "./useRelatedCounts";

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
      {features.map(({ Beside }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the features stay as they are
        Beside ? <Beside key={at} object={object} id={id} /> : null,
      )}
    </>
  );
}
