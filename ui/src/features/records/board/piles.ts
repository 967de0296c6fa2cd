import type { WireRecord } from "@/api";
import { type FieldSpec, fieldType, isEmpty } from "@/fields";
import { choiceColor, choiceLabel } from "@/fields/enum/value";
import { referenceName, referenceOf } from "@/fields/lookup/value";
import { compareText } from "@/lib/compare";
import { t } from "@/messages";
import { words } from "./messages";
import type { Board } from "./settings";

/** A column or a swimlane. */
export interface Pile {
  /** What its records hold, as text: the id of a record; "" for those without a value. */
  key: string;
  /** What a record gets that is put there. */
  value: unknown;
  label: string;
  color?: string | undefined;
  /** Records hold it, but nobody can choose it any more. */
  isRetired?: boolean;
}

/** A place of the board, by the keys of its column and its swimlane; without swimlanes the second is "". */
export interface Place {
  column: string;
  lane: string;
}

export const placeKey = ({ column, lane }: Place): string => `${column}\n${lane}`;

export function placeOf(key: string): Place {
  const [column = "", lane = ""] = key.split("\n");
  return { column, lane };
}

/** Identifies a value among those of a field. */
export function keyOf(value: unknown): string {
  if (isEmpty(value)) {
    return "";
  }
  return referenceOf(value)?.id ?? String(value);
}

/** Where a record stands. */
export const whereIs = (record: Readonly<Record<string, unknown>>, { columns, lanes }: Board): Place => ({
  column: keyOf(record[columns.name]),
  lane: lanes ? keyOf(record[lanes.name]) : "",
});

/** The options of a field in their order, those that can be chosen. */
const offered = ({ property }: FieldSpec): string[] =>
  property.options?.filter(({ active }) => active !== false).map(({ value }) => value) ?? property.enum ?? [];

/**
 * The columns: every option, then values that are no option (any more), then, where some record has none or the
 * field may be emptied, those without a value.
 */
export function columnPiles({ columns: field, colors }: Board, values: readonly unknown[]): Pile[] {
  const options = offered(field);
  const colorOf = (key: string) => colors[key] ?? choiceColor(key, field);
  const others = [...new Set(values.map(keyOf))].filter((key) => key !== "" && !options.includes(key));
  const piles = options.map(
    (key): Pile => ({ key, value: key, label: choiceLabel(key, field), color: colorOf(key) }),
  );
  // A field without options of its own has those that records hold.
  const isFree = options.length === 0;
  const strays = others.sort(compareText).map(
    (key): Pile => ({
      key,
      value: key,
      label: choiceLabel(key, field),
      color: colorOf(key),
      ...(isFree ? {} : { isRetired: true }),
    }),
  );
  const hasNone = values.some((value) => keyOf(value) === "") || piles.length + strays.length === 0;
  const none: Pile = { key: "", value: null, label: words.noValue(field.title), color: colors[""] };
  return [...piles, ...strays, ...(hasNone ? [none] : [])];
}

function laneLabel(value: unknown, field: FieldSpec): string {
  const reference = referenceOf(value);
  return reference ? referenceName(reference) : fieldType(field.kind).text(value, field);
}

/** The swimlanes: the options of the field, or what records hold, by name; 'Unassigned' only where a card has none. */
export function lanePiles(field: FieldSpec, values: readonly unknown[]): Pile[] {
  const byKey = new Map(values.map((value) => [keyOf(value), value]));
  const options = field.kind === "enum" ? offered(field) : [];
  const held = [...byKey]
    .filter(([key]) => key !== "" && !options.includes(key))
    .map(([key, value]): Pile => ({ key, value, label: laneLabel(value, field) || t.records.noValue }));
  const ordered =
    field.kind === "boolean"
      ? held.sort((a, b) => Number(b.value === true) - Number(a.value === true))
      : held.sort((a, b) => compareText(a.label, b.label));
  return [
    ...options.map(
      (key): Pile => ({
        key,
        value: key,
        label: choiceLabel(key, field),
        color: choiceColor(key, field),
      }),
    ),
    ...ordered.map((pile) => (options.length > 0 ? { ...pile, isRetired: true } : pile)),
    ...(byKey.has("") ? [{ key: "", value: null, label: words.unassigned }] : []),
  ];
}

export type Piles = ReadonlyMap<string, readonly string[]>;

/** The same lists as before where they hold the same, so that what shows them need not be drawn again. */
export function kept(before: Piles, now: Piles): Piles {
  return new Map(
    [...now].map(([key, ids]) => {
      const had = before.get(key);
      return [key, had?.length === ids.length && ids.every((id, at) => had[at] === id) ? had : ids];
    }),
  );
}

/** The ids of the records of each place, in the order in which they come. */
export function pile(records: readonly WireRecord[], board: Board): Piles {
  const places = new Map<string, string[]>();
  for (const record of records) {
    const key = placeKey(whereIs(record, board));
    const had = places.get(key);
    if (had) {
      had.push(record.id);
    } else {
      places.set(key, [record.id]);
    }
  }
  return places;
}
