import type { WireRecord } from "@/api";
import { keyOf, type Place, placeKey, whereIs } from "./piles";
import type { Board } from "./settings";

export interface Tally {
  count: number;
  /** Of the field that is totaled; 0 without one. */
  sum: number;
}

/** How many records there are, by place (placeKey), and what they add up to. */
export type Tallies = ReadonlyMap<string, Tally>;

export const nothing: Tally = { count: 0, sum: 0 };

/** Amounts have hundredths: what is added must not show how computers keep them. */
const rounded = (sum: number) => Math.round(sum * 1e6) / 1e6;

const add = ({ count, sum }: Tally, more: Tally, sign = 1): Tally => ({
  count: count + sign * more.count,
  sum: rounded(sum + sign * more.sum),
});

const amountOf = (record: WireRecord, { sum }: Board): number => {
  const value = sum && record[sum.name];
  return typeof value === "number" ? value : typeof value === "bigint" ? Number(value) : 0;
};

/** Where a record was counted, and for how much. */
export interface Counted extends Tally {
  place: string;
}

export const countedAs = (record: WireRecord, board: Board): Counted => ({
  place: placeKey(whereIs(record, board)),
  count: 1,
  sum: amountOf(record, board),
});

/** The tallies of records that are all there. */
export function tallied(records: readonly WireRecord[], board: Board): Tallies {
  const found = new Map<string, Tally>();
  for (const record of records) {
    const { place, ...one } = countedAs(record, board);
    found.set(place, add(found.get(place) ?? nothing, one));
  }
  return found;
}

/** As the server counts: records in groups, of which a value may be a reference. */
interface Group {
  count: number;
  sums: Readonly<Record<string, unknown>>;
}

export interface BoardAnswer extends Group {
  columns: readonly (Group & { value: unknown })[];
  swimlanes: readonly (Group & { value: unknown })[];
  cells: readonly (Group & { column: unknown; swimlane: unknown })[];
}

export interface ServerTallies {
  tallies: Tallies;
  /** The values that records hold, of which some may be on no card that is loaded. */
  columns: readonly unknown[];
  lanes: readonly unknown[];
}

export function fromServer(answer: BoardAnswer, sum: string | undefined): ServerTallies {
  const tallyOf = ({ count, sums }: Group): Tally => ({ count, sum: Number((sum && sums[sum]) ?? 0) });
  const cells =
    answer.cells.length > 0
      ? answer.cells.map((cell): [Place, Tally] => [
          { column: keyOf(cell.column), lane: keyOf(cell.swimlane) },
          tallyOf(cell),
        ])
      : answer.columns.map((one): [Place, Tally] => [{ column: keyOf(one.value), lane: "" }, tallyOf(one)]);
  return {
    tallies: new Map(cells.map(([place, tally]) => [placeKey(place), tally])),
    columns: answer.columns.filter(({ count }) => count > 0).map(({ value }) => value),
    lanes: answer.swimlanes.filter(({ count }) => count > 0).map(({ value }) => value),
  };
}

/**
 * The server's tallies as they are now: cards that moved, changed or went since they were counted are counted where
 * they stand. Basis says where each loaded card was counted, undefined for one that came into being since.
 */
export function adjusted(
  tallies: Tallies,
  basis: ReadonlyMap<string, Counted | undefined>,
  cards: readonly WireRecord[],
  board: Board,
): Tallies {
  const now = new Map(tallies);
  const change = (place: string, tally: Tally, sign: 1 | -1) =>
    now.set(place, add(now.get(place) ?? nothing, { count: tally.count, sum: tally.sum }, sign));
  const left = new Map(basis);
  for (const record of cards) {
    if (basis.has(record.id)) {
      const before = basis.get(record.id);
      const after = countedAs(record, board);
      left.delete(record.id);
      if (before?.place !== after.place || before.sum !== after.sum) {
        if (before) {
          change(before.place, before, -1);
        }
        change(after.place, after, 1);
      }
    }
  }
  for (const before of left.values()) {
    if (before) {
      change(before.place, before, -1);
    }
  }
  return now;
}

/** The tally of all places that a choice holds of. */
export function tallyOf(tallies: Tallies, isMeant: (place: string) => boolean): Tally {
  let all = nothing;
  for (const [place, tally] of tallies) {
    if (isMeant(place)) {
      all = add(all, tally);
    }
  }
  return all;
}
