import { useMemo } from "react";
import { type RecordComposer, useFeatures } from "@/feature";
import { identityAtom, useAtomValue } from "@/store";

/** What the person may write about a record of an object, in the order of the features. */
export function useComposers(object: string): readonly RecordComposer[] {
  const features = useFeatures();
  const identity = useAtomValue(identityAtom);
  return useMemo(
    () => features.flatMap(({ composers = [] }) => composers).filter((one) => one.isFor(object, identity)),
    [features, object, identity],
  );
}
