import { createContext, useContext, useMemo } from "react";
import type { Feature, Fields, ObjectFacts, Place } from "./feature";

/** The features of the running application, in their order. */
export const FeaturesContext = createContext<readonly Feature[]>([]);

export const useFeatures = () => useContext(FeaturesContext);

/** The first place of all, which the bare address opens. */
export const homeOf = (features: readonly Feature[]): Place | undefined =>
  features.flatMap((feature) => feature.places ?? [])[0];

/** All that is said of an object, in the order of the features. */
export const factsOf = (features: readonly Feature[], object: string): ObjectFacts[] =>
  features.flatMap((feature) => feature.objects?.[object] ?? []);

/** The value that a record's field is shown as: the stored one, where no feature says otherwise. */
export function shownAs(facts: readonly ObjectFacts[], field: string, record: Fields): unknown {
  const show = facts.find((one) => one.shows?.[field])?.shows?.[field];
  return show ? show(record) : record[field];
}

/** People make such records by a form, from anywhere. */
export const isMadeByForm = (facts: readonly ObjectFacts[]): boolean =>
  !facts.some((one) => one.isInside || one.hasNoForm);

export function useFacts(object: string): ObjectFacts[] {
  const features = useFeatures();
  return useMemo(() => factsOf(features, object), [features, object]);
}
