import type { WireRecord } from "@/api";
import type { Feature, SettingGroup } from "@/feature";
import { referencesOf } from "@/fields/lookup/value";
import { lazy } from "@/lib/lazy";
import { settingWords as words } from "./settingWords";

export type Value = string | number | boolean | readonly string[] | undefined;

const f = words.fields;

/** What concerns the organization as a whole; features add their own. */
export const groups: readonly SettingGroup[] = [
  {
    title: words.groups.general,
    order: 1,
    settings: [
      { path: "name", kind: "text", ...f.name },
      { path: "settings.time_zone", kind: "zone", ...f.time_zone },
      { path: "settings.record_buttons", kind: "choice", ...f.record_buttons },
      { path: "settings.enter_key", kind: "choice", ...f.enter_key },
    ],
  },
  {
    title: words.groups.security,
    order: 2,
    settings: [{ path: "settings.second_factor", kind: "switch", ...f.second_factor }],
  },
  {
    title: words.groups.outbound,
    order: 3,
    settings: [
      { path: "settings.outbound.countries", kind: "countries", ...f.countries },
      {
        path: "settings.spend.monthly_stop_usd",
        kind: "number",
        least: 0,
        most: 1_000_000,
        ...f.monthly_stop_usd,
      },
      { path: "settings.outbound.premium", kind: "switch", ...f.premium },
    ],
  },
  {
    title: words.groups.limits,
    order: 6,
    settings: [
      { path: "settings.rates.calls_per_minute", kind: "number", least: 1, most: 120, ...f.calls_per_minute },
      { path: "settings.rates.texts_per_minute", kind: "number", least: 1, most: 600, ...f.texts_per_minute },
      {
        path: "settings.rates.changes_per_minute",
        kind: "number",
        least: 60,
        most: 60_000,
        ...f.changes_per_minute,
      },
      {
        path: "settings.rates.megabytes_per_minute",
        kind: "number",
        least: 1,
        most: 1000,
        ...f.megabytes_per_minute,
      },
      { path: "settings.rates.lists_at_once", kind: "number", least: 1, most: 16, ...f.lists_at_once },
    ],
  },
  {
    title: words.groups.keeping,
    order: 7,
    settings: [{ path: "settings.retention.log_hours", kind: "number", least: 1, most: 168, ...f.log_hours }],
  },
];

/** The groups of all features in the order of their page. */
export async function loadGroups(features: readonly Feature[]): Promise<readonly SettingGroup[]> {
  const loaded = await Promise.all(features.map((feature) => feature.settings?.() ?? []));
  return loaded.flat().sort((left, right) => left.order - right.order);
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** What is stored at a path; of a list of records their ids. */
export function valueAt(record: WireRecord, path: string): Value {
  const value = path.split(".").reduce(member, record as unknown);
  const references = referencesOf(value);
  return references.length > 0 ? references.map(({ id }) => id) : (value as Value);
}

const isSame = (left: Value, right: Value): boolean => JSON.stringify(left) === JSON.stringify(right);

/** What a person changed and has not saved, by path, with what stood there when he began. */
export interface Draft {
  edits: Readonly<Record<string, { value: Value; base: Value }>>;
  /** What is wrong with a setting, by path: found here or said by the server. */
  problems: Readonly<Record<string, string>>;
}

export const emptyDraft: Draft = { edits: {}, problems: {} };

function without<T>(map: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...rest } = map;
  return rest;
}

/** One setting was typed into; back at what is stored it is no change any more. */
export function edit(draft: Draft, record: WireRecord, path: string, value: Value): Draft {
  const stored = valueAt(record, path);
  const problems = without(draft.problems, path);
  if (isSame(value, stored)) {
    return { edits: without(draft.edits, path), problems };
  }
  const base = draft.edits[path]?.base ?? stored;
  return { edits: { ...draft.edits, [path]: { value, base } }, problems };
}

/** The settings that cannot be sent as they are. */
export function faults(draft: Draft, groups: readonly SettingGroup[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const setting of groups.flatMap((group) => group.settings)) {
    const value = draft.edits[setting.path]?.value;
    if (value !== undefined && setting.kind === "number" && typeof value !== "number") {
      found[setting.path] = words.number;
    }
  }
  return found;
}

const listed = (value: Value): readonly string[] => (Array.isArray(value) ? value : []);

/** A list of records with what one added and took out oneself, whatever others did meanwhile. */
export function listAt(draft: Draft, record: WireRecord, path: string): readonly string[] {
  const stored = listed(valueAt(record, path));
  const own = draft.edits[path];
  if (!own) {
    return stored;
  }
  const [base, value] = [listed(own.base), listed(own.value)];
  const added = value.filter((id) => !base.includes(id) && !stored.includes(id));
  return [...stored.filter((id) => value.includes(id) || !base.includes(id)), ...added];
}

/** What is sent: only the members that changed, nested as the server has them. */
export function changesOf(draft: Draft): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [path, { value }] of Object.entries(draft.edits)) {
    const keys = path.split(".");
    const last = keys.pop() ?? path;
    let at = out;
    for (const key of keys) {
      at[key] ??= {};
      at = at[key] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return out;
}

/** What somebody else stored meanwhile in a setting that one changes, in words. */
export function meanwhile(draft: Draft, record: WireRecord, path: string): string | undefined {
  const own = draft.edits[path];
  const stored = valueAt(record, path);
  return own && !isSame(own.base, stored) && !isSame(own.value, stored) ? inWords(stored) : undefined;
}

function inWords(value: Value): string {
  if (typeof value === "boolean") {
    return value ? words.on : words.off;
  }
  if (Array.isArray(value)) {
    return value.length > 0 ? value.join(", ") : words.none;
  }
  return value === undefined || value === "" ? words.none : String(value);
}

const regions = lazy(() => new Intl.DisplayNames(undefined, { type: "region", fallback: "none" }));

/** The name of a country, undefined for a code that names none. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? regions().of(code) : undefined;
}

export const readCountries = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map((code) => code.toUpperCase())
        .filter(Boolean),
    ),
  ].sort();
