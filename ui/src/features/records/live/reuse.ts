import { peek } from "@/store";
import { changedAt } from "./openLists";

/** So long an answer is reused while nothing is heard that makes it old. */
const reusedFor = 300_000;

/**
 * How long an answer about an object's records stays fresh: five minutes, unless one of them changed since. Its topic is
 * held on for a while after a screen is left, so that no change is missed; a later one has another key.
 */
export const freshFor = (object: string, readAt: number): number =>
  changedAt(object) < readAt ? reusedFor : 0;

/** As freshFor, of a page whose records must be held still. */
export const pageFreshFor = (object: string, readAt: number, ids: readonly string[] = []): number =>
  ids.every((id) => peek(object, id) !== undefined) ? freshFor(object, readAt) : 0;
