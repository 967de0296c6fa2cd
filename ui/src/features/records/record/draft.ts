import type { WireRecord } from "@/api";
import { type FieldSpec, isEmpty, isSame } from "@/fields";
import { words } from "../messages";

type Fields = Readonly<Record<string, unknown>>;

/** What a person typed and has not saved, beside the record as it is now. */
export interface Draft {
  /** Only fields that differ from what they were when the person began to change them. */
  edits: Fields;
  /** What those fields held at that moment. */
  bases: Fields;
  /** Values that can't be stored, and why. */
  problems: Readonly<Record<string, string>>;
  /** What the server said against fields at the last save. */
  refusals: Readonly<Record<string, string>>;
  touched: Readonly<Record<string, true>>;
  /** Rises where a control must forget what was typed into it. */
  revisions: Readonly<Record<string, number>>;
}

export const emptyDraft: Draft = {
  edits: {},
  bases: {},
  problems: {},
  refusals: {},
  touched: {},
  revisions: {},
};

function without<T>(map: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  if (!(name in map)) {
    return map;
  }
  const { [name]: _, ...rest } = map;
  return rest;
}

/** One field was typed into. Back at its old value it is no change any more. */
export function edit(draft: Draft, record: Fields, name: string, value: unknown, problem?: string): Draft {
  const base = name in draft.bases ? draft.bases[name] : record[name];
  const isBack = problem === undefined && isSame(value, base);
  return {
    ...draft,
    edits: isBack ? without(draft.edits, name) : { ...draft.edits, [name]: value },
    bases: isBack ? without(draft.bases, name) : { ...draft.bases, [name]: base },
    problems: problem === undefined ? without(draft.problems, name) : { ...draft.problems, [name]: problem },
    refusals: without(draft.refusals, name),
  };
}

export const touch = (draft: Draft, ...names: string[]): Draft => ({
  ...draft,
  touched: { ...draft.touched, ...Object.fromEntries(names.map((name) => [name, true as const])) },
});

/** Gives up one's own value of a field for the one that is stored now. */
export function takeTheirs(draft: Draft, name: string): Draft {
  return {
    ...draft,
    edits: without(draft.edits, name),
    bases: without(draft.bases, name),
    problems: without(draft.problems, name),
    refusals: without(draft.refusals, name),
    revisions: { ...draft.revisions, [name]: (draft.revisions[name] ?? 0) + 1 },
  };
}

export function refuse(draft: Draft, errors: Readonly<Record<string, string[]>>): Draft {
  const refusals = Object.entries(errors).flatMap(([name, texts]) =>
    texts[0] ? [[name, texts[0]] as const] : [],
  );
  return { ...draft, refusals: Object.fromEntries(refusals) };
}

export const shownValue = (draft: Draft, record: Fields, name: string): unknown =>
  name in draft.edits ? draft.edits[name] : record[name];

/** The fields to send: those that differ from what is stored now. */
export function changes(draft: Draft, record: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(draft.edits).filter(([name, value]) => !isSame(value, record[name])),
  );
}

export const isDirty = (draft: Draft): boolean => Object.keys(draft.edits).length > 0;

/** Fields that one changes and that somebody else changed meanwhile, to something else. */
export function conflicts(draft: Draft, record: Fields): string[] {
  return Object.keys(draft.edits).filter(
    (name) => !isSame(draft.bases[name], record[name]) && !isSame(draft.edits[name], record[name]),
  );
}

/** What is wrong with a field; a field that nobody typed into yet shows no error. */
export function problemOf(draft: Draft, record: Fields, field: FieldSpec): string | undefined {
  const refusal = draft.refusals[field.name];
  if (refusal !== undefined) {
    return refusal;
  }
  if (!draft.touched[field.name]) {
    return undefined;
  }
  return faultOf(draft, record, field);
}

function faultOf(draft: Draft, record: Fields, field: FieldSpec): string | undefined {
  const problem = draft.problems[field.name];
  if (problem !== undefined) {
    return problem;
  }
  return isLacking(draft, record, field) ? words.required(field.title) : undefined;
}

/** Whether a field must be filled in and is not. */
export const isLacking = (draft: Draft, record: Fields, field: FieldSpec): boolean =>
  field.isRequired && isEmpty(shownValue(draft, record, field.name));

/** The fields that stand in the way of saving. */
export const faults = (draft: Draft, record: Fields, fields: readonly FieldSpec[]): string[] =>
  fields.filter((field) => faultOf(draft, record, field) !== undefined).map((field) => field.name);

/** Controls of fields that nobody edits must show what somebody else stored. */
export function followed(
  draft: Draft,
  before: WireRecord,
  now: WireRecord,
  fields: readonly FieldSpec[],
): Draft {
  const moved = fields.filter(
    (field) => !(field.name in draft.edits) && !isSame(before[field.name], now[field.name]),
  );
  if (moved.length === 0) {
    return draft;
  }
  const revisions = { ...draft.revisions };
  for (const { name } of moved) {
    revisions[name] = (revisions[name] ?? 0) + 1;
  }
  return { ...draft, revisions };
}
