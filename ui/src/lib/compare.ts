import { lazy } from "./lazy";

const collator = lazy(() => new Intl.Collator("en"));
const plain = /^[a-z\d ]*$/i;

const byUnits = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** Orders texts as people look them up and as the server's lists do: by letters, whatever their case. */
export function compareText(left: string, right: string): number {
  if (plain.test(left) && plain.test(right)) {
    // What most names are made of, in the same order without the collator, which takes its time to be made.
    return byUnits(left.toLowerCase(), right.toLowerCase());
  }
  return collator().compare(left.toLowerCase(), right.toLowerCase());
}

type Moment = string | null | undefined;

/** Orders moments as the server writes them (RFC 3339, in UTC); none is before all others. */
export const compareMoments = (left: Moment, right: Moment): number => byUnits(left ?? "", right ?? "");
