import { FileText, type LucideIcon } from "lucide-react";
import { useMemo } from "react";
import type { ObjectSchema } from "@/api";
import { type Feature, type ObjectFacts, type SectionFacts, useFeatures } from "@/feature";
import { factsOf } from "@/feature/declared";
import { type Identity, identityAtom, rightsFor, schemasAtom, useAtomValue } from "@/store";
import { type Section, sectionsOf } from "./sections";

/** An object as a section of it looks until somebody changes that. */
export interface Sectioned extends SectionFacts {
  schema: ObjectSchema;
  label: string;
  icon: LucideIcon;
  /** Where all of its records are; undefined where they have no such page. */
  home: string | undefined;
  path: (id: string) => string;
}

/** Objects whose records one may read, and go to. */
export function sectionedOf(
  features: readonly Feature[],
  schemas: readonly ObjectSchema[],
  identity: Identity | undefined,
): Map<string, Sectioned> {
  const places = features.flatMap((feature) => feature.places ?? []);
  const found = new Map<string, Sectioned>();
  for (const schema of schemas) {
    const object = schema.api_name;
    const facts = factsOf(features, object);
    const told = <K extends keyof ObjectFacts>(key: K) => facts.find((one) => one[key])?.[key];
    const [isInside, path] = [told("isInside"), told("path")];
    if ((!isInside || path) && (identity ? rightsFor(identity, object) : schema.rights).read) {
      const around = `/view/${object}/`;
      const section = told("section");
      found.set(object, {
        ...section,
        schema,
        label: section?.label ?? told("label") ?? schema.plural ?? `${schema.title}s`,
        icon: section?.icon ?? told("icon") ?? FileText,
        path: section?.path ?? path ?? ((id) => `${around}record/${id}/standard`),
        home: isInside ? places.find(({ within }) => within?.includes(around))?.path : `${around}list`,
      });
    }
  }
  return found;
}

export function useSectioned(): Map<string, Sectioned> {
  const features = useFeatures();
  const schemas = useAtomValue(schemasAtom);
  const identity = useAtomValue(identityAtom);
  return useMemo(() => sectionedOf(features, schemas ?? [], identity), [features, schemas, identity]);
}

/** The sections of whom this is, as far as their objects may be read, by `sectioned`. */
export function useSections(sectioned: ReadonlyMap<string, Sectioned>): Section[] {
  const kept = useAtomValue(identityAtom)?.user.settings?.leftPanelContent;
  return useMemo(
    () => sectionsOf(kept).filter((section) => sectioned.has(section.api_name)),
    [kept, sectioned],
  );
}
