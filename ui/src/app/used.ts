import { useMemo } from "react";
import { type Feature, type ObjectFacts, useFeatures } from "@/feature";
import { atom, type Identity, identityAtom, store, useAtomValue } from "@/store";

const isWithout = ({ name }: Feature, without: Identity["without"] = []) =>
  name !== undefined && without.includes(name);

const isHeld = ({ holds }: Feature, get: typeof store.get) => holds !== undefined && get(holds);

/** Whether a feature is there for somebody: his organization uses it, or something of it is still under way. */
export const isUsed = (feature: Feature, identity: Identity | undefined) =>
  !isWithout(feature, identity?.without) || isHeld(feature, store.get);

const kept = ["name", "reducers", "topics", "senders", "settings", "holds", "Form"] as const;

const read = ({ Action, Bar, Below, FirstStep, commands, section, ...facts }: ObjectFacts): ObjectFacts =>
  facts;

/** What is left of a feature that the organization doesn't use: its records can be read as any others. */
function recordsOf(feature: Feature): Feature {
  const objects = Object.entries(feature.objects ?? {}).map(([object, facts]) => [object, read(facts)]);
  return Object.fromEntries([
    ["objects", Object.fromEntries(objects)],
    ...kept.flatMap((key) => (feature[key] === undefined ? [] : [[key, feature[key]]])),
  ]);
}

/** The features as they are there for who is signed in, each at its place. */
export function useUsedFeatures(): readonly Feature[] {
  const all = useFeatures();
  const missing = useMemo(
    () =>
      atom((get) =>
        all
          .filter((one) => isWithout(one, get(identityAtom)?.without) && !isHeld(one, get))
          .map(({ name }) => name)
          .join(" "),
      ),
    [all],
  );
  const names = useAtomValue(missing);
  return useMemo(() => {
    const without = names === "" ? [] : names.split(" ");
    return without.length === 0 ? all : all.map((one) => (isWithout(one, without) ? recordsOf(one) : one));
  }, [all, names]);
}
