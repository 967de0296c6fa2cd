import { createContext, useContext } from "react";
import type { Feature, ObjectFacts } from "./feature";

/** The features of the running application, in their order. */
export const FeaturesContext = createContext<readonly Feature[]>([]);

export const useFeatures = () => useContext(FeaturesContext);

/** All that is said of an object, in the order of the features. */
export const factsOf = (features: readonly Feature[], object: string): ObjectFacts[] =>
  features.flatMap((feature) => feature.objects?.[object] ?? []);

export const useFacts = (object: string): ObjectFacts[] => factsOf(useFeatures(), object);
