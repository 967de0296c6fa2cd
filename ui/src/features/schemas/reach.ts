import { type Identity, identityAtom, useAtomValue } from "@/store";
import type { Definition } from "./api";

/** Superusers change every object; administrators of an app what belongs to it. */
export const mayOpen = (identity: Identity | undefined): boolean =>
  identity !== undefined && (identity.user.is_superuser === true || identity.administers.length > 0);

/** What somebody may change of an object. */
export interface Reach {
  /** The object itself: its names, its columns, the order of its fields, all of them, and that it is there. */
  object: boolean;
  /** A field, or one that was retired. */
  field: (field: { app?: string } | undefined) => boolean;
  /** The apps to one of which a new field must belong; none if it need not. */
  apps: readonly string[];
}

/** The apps to one of which a new object must belong; none if it need not. */
export const appsOf = (identity: Identity | undefined): readonly string[] =>
  identity?.user.is_superuser === true ? [] : (identity?.administers ?? []);

export function reachOf(identity: Identity | undefined, { app }: Pick<Definition, "app">): Reach {
  const may = (one: string | undefined) =>
    identity?.user.is_superuser === true ||
    (one !== undefined && (identity?.administers.includes(one) ?? false));
  const object = may(app);
  return { object, field: (field) => object || may(field?.app), apps: object ? [] : appsOf(identity) };
}

export const useReach = (definition: Pick<Definition, "app">): Reach =>
  reachOf(useAtomValue(identityAtom), definition);
