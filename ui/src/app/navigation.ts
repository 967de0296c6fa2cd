import { FileText } from "lucide-react";
import { useMemo } from "react";
import type { ObjectSchema } from "@/api";
import { type Feature, type ObjectFacts, type Place, useFeatures } from "@/feature";
import { factsOf } from "@/feature/declared";
import { compareText } from "@/lib/compare";
import { atom, type Identity, identityAtom, schemasAtom, useAtomValue } from "@/store";

/** A place as it is shown: with what waits there now. */
export interface ShownPlace extends Pick<Place, "key" | "path" | "label" | "icon" | "within" | "isMore"> {
  /** It stands with what administrators need. */
  isAdministered?: boolean;
  /** The palette alone names it. */
  isQuiet?: boolean;
  badge?: number;
  badgeLabel?: string;
}

/** Whether an address is the place's own or one that belongs to it. */
export const isWithin = ({ path, within = [] }: Pick<Place, "path" | "within">, address: string): boolean =>
  address === path || [`${path}/`, ...within].some((beginning) => address.startsWith(beginning));

/** The places of a section that are there for this person, with their badges. */
export function usePlaces(section: Place["section"]): ShownPlace[] {
  const features = useFeatures();
  const shown = useMemo(
    () =>
      atom((get) =>
        features
          .flatMap((feature) => feature.places ?? [])
          .filter((place) => place.section === section && (place.isFor?.(get(identityAtom)) ?? true))
          .map(({ badge, ...place }): ShownPlace => {
            const count = badge && get(badge.count);
            return badge && count ? { ...place, badge: count, badgeLabel: badge.label(count) } : place;
          }),
      ),
    [features, section],
  );
  return useAtomValue(shown);
}

export { homeOf } from "@/feature/declared";

/** The lists of records that a person may read, those that features put in order first. */
export function recordPlaces(
  features: readonly Feature[],
  schemas: readonly ObjectSchema[],
  rights: Identity["rights"] | undefined,
  administers: Identity["administers"] = [],
  modes?: Record<string, unknown>,
): ShownPlace[] {
  const about = new Map(schemas.map(({ api_name: name }) => [name, factsOf(features, name)]));
  const found = <K extends keyof ObjectFacts>(object: string, key: K) =>
    about.get(object)?.find((facts) => facts[key] !== undefined)?.[key];
  const order = ({ api_name: name }: ObjectSchema) => found(name, "order") ?? Number.MAX_SAFE_INTEGER;
  return schemas
    .filter((schema) => !found(schema.api_name, "isInside"))
    .filter(({ api_name: name, rights: atFirst }) => (rights ? rights[name]?.read : atFirst.read))
    .filter(
      ({ api_name: name }) => !rights || found(name, "isListedFor")?.({ administers, rights }) !== false,
    )
    .sort((left, right) => order(left) - order(right) || compareText(left.title, right.title))
    .map((schema) => ({
      key: schema.api_name,
      // As one saw it last.
      path: `/view/${schema.api_name}/${modes?.[schema.api_name] ?? "list"}`,
      within: [`/view/${schema.api_name}/`],
      label: found(schema.api_name, "label") ?? schema.plural ?? `${schema.title}s`,
      isAdministered: found(schema.api_name, "isAdministered") ?? false,
      isQuiet: found(schema.api_name, "isQuiet") ?? false,
      icon: found(schema.api_name, "icon") ?? FileText,
    }));
}

type Asked = Parameters<typeof recordPlaces>;
let answered: { asked: Asked; places: ShownPlace[] } | undefined;

const noSchemas: readonly ObjectSchema[] = [];

/** The lists of records of who is signed in. Several parts of the frame ask for the same at once. */
export function useRecordPlaces(): ShownPlace[] {
  const features = useFeatures();
  const schemas = useAtomValue(schemasAtom) ?? noSchemas;
  const { rights, administers, user } = useAtomValue(identityAtom) ?? {};
  const modes = user?.settings?.list_modes as Record<string, unknown> | undefined;
  const asked: Asked = [features, schemas, rights, administers, modes];
  if (!answered?.asked.every((one, at) => one === asked[at])) {
    answered = { asked, places: recordPlaces(...asked) };
  }
  return answered.places;
}

/** What the navigation lists beside the live places: records, and what is set up. */
export function useListedPlaces(): { records: ShownPlace[]; setUp: ShownPlace[] } {
  const all = useRecordPlaces().filter((place) => !place.isQuiet);
  const tools = usePlaces("tools");
  const records = all.filter((place) => !place.isAdministered);
  return { records, setUp: [...all.filter((place) => place.isAdministered), ...tools] };
}
