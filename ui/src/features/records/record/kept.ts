import { compareMoments } from "@/lib/compare";
import { recall, remember } from "@/lib/storage";
import { type Session, sessionAtom, store } from "@/store";
import { type Draft, isDirty } from "./draft";

/** What a person typed into a record and did not save, as this browser keeps it. */
export interface Kept extends Pick<Draft, "edits" | "bases" | "problems"> {
  at: string;
  /** The record's version that was changed; a new record has none. */
  version?: number | undefined;
}

/** Of so many records the newest are kept. */
const most = 50;

/** Each person has a place of his own, in each organization. */
const placeOf = ({ organization, userId }: Session) => `edits.${organization.id}.${userId}`;

function readAll(place: string): Record<string, Kept> {
  try {
    const found: unknown = JSON.parse(recall(place) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Kept>) : {};
  } catch {
    return {};
  }
}

export function keptOf(name: string): Kept | undefined {
  const session = store.get(sessionAtom);
  return session && readAll(placeOf(session))[name];
}

export function keepEdits(name: string, kept: Kept | undefined): void {
  const session = store.get(sessionAtom);
  if (!session) {
    return;
  }
  const { [name]: _, ...others } = readAll(placeOf(session));
  const all = kept ? { ...others, [name]: kept } : others;
  const newest = Object.entries(all)
    .sort(([, left], [, right]) => compareMoments(right.at, left.at))
    .slice(0, most);
  remember(placeOf(session), newest.length === 0 ? undefined : JSON.stringify(Object.fromEntries(newest)));
}

/** Lays what was kept under what is typed since; the controls of its fields show it from now on. */
export function restore(draft: Draft, kept: Kept): Draft {
  const revisions = { ...draft.revisions };
  for (const name of Object.keys(kept.edits)) {
    revisions[name] = (revisions[name] ?? 0) + 1;
  }
  return {
    ...draft,
    edits: { ...kept.edits, ...draft.edits },
    bases: { ...kept.bases, ...draft.bases },
    problems: { ...kept.problems, ...draft.problems },
    revisions,
  };
}

type Parts = Pick<Draft, "edits" | "bases" | "problems">;

/** A draft without the fields whose values no browser may keep. */
function without(draft: Draft, secrets: readonly string[]): Draft {
  if (!secrets.some((name) => name in draft.edits)) {
    return draft;
  }
  const part = <K extends keyof Parts>(key: K) =>
    Object.fromEntries(Object.entries(draft[key]).filter(([name]) => !secrets.includes(name))) as Draft[K];
  return { ...draft, edits: part("edits"), bases: part("bases"), problems: part("problems") };
}

/**
 * What is to be kept: the draft, over what was kept before and waits to be decided about. What is typed into secret
 * fields is not.
 */
export function toKeep(
  typed: Draft,
  version: number | undefined,
  waiting: Kept | undefined,
  secrets: readonly string[],
): Kept | undefined {
  const draft = without(typed, secrets);
  if (!isDirty(draft)) {
    return waiting;
  }
  const { edits, bases, problems } = waiting ? restore(draft, waiting) : draft;
  return {
    at: new Date().toISOString(),
    version: waiting ? waiting.version : version,
    edits,
    bases,
    problems,
  };
}
