import type { WireRecord } from "@/api";
import type { FieldSpec } from "@/fields";
import { fieldType, isEmpty } from "@/fields";
import {
  changes,
  conflicts,
  type Draft,
  edit,
  emptyDraft,
  isDirty,
  refuse,
  takeTheirs,
} from "../../record/draft";
import { words } from "./messages";

/** What was typed into rows and is not saved, by the rows' ids. */
export type Drafts = Readonly<Record<string, RowDraft>>;

export interface RowDraft {
  draft: Draft;
  /** The record when its first cell was changed: what is left of it if it is deleted. */
  record: WireRecord;
  /** Why the server did not save it, apart from the errors of its fields. */
  reason?: string | undefined;
}

export interface CellEdit {
  id: string;
  field: FieldSpec;
  value: unknown;
  problem?: string | undefined;
}

type Read = (id: string) => WireRecord | undefined;

function without(drafts: Drafts, id: string): Drafts {
  const { [id]: _, ...rest } = drafts;
  return rest;
}

const put = (drafts: Drafts, id: string, row: RowDraft): Drafts =>
  isDirty(row.draft) ? { ...drafts, [id]: row } : without(drafts, id);

/** Cells that were changed. One that is back at its old value is no change any more. */
export function edited(drafts: Drafts, edits: readonly CellEdit[], read: Read): Drafts {
  const next: Record<string, RowDraft> = { ...drafts };
  for (const { id, field, value, problem } of edits) {
    const had = next[id];
    const record = read(id) ?? had?.record;
    if (record === undefined) {
      continue;
    }
    const lacking = field.isRequired && isEmpty(value) ? words.required(field.title) : undefined;
    const draft = edit(had?.draft ?? emptyDraft, record, field.name, value, problem ?? lacking);
    if (isDirty(draft)) {
      next[id] = { record: had?.record ?? record, draft };
    } else {
      delete next[id];
    }
  }
  return next;
}

export const dropped = (drafts: Drafts, id: string): Drafts => without(drafts, id);

/** Gives up one cell for what is stored now. */
export function givenUp(drafts: Drafts, id: string, name: string): Drafts {
  const row = drafts[id];
  return row ? put(drafts, id, { ...row, draft: takeTheirs(row.draft, name) }) : drafts;
}

/** Rows to send: what differs of each from what is stored, at the version that is known of it. */
export function rowsToSend(
  drafts: Drafts,
  read: Read,
  isVersioned: boolean,
): (Record<string, unknown> & { id: string })[] {
  return Object.entries(drafts).flatMap(([id, { draft }]) => {
    const record = read(id);
    if (record === undefined || Object.keys(draft.problems).length > 0) {
      return [];
    }
    const changed = changes(draft, record);
    return Object.keys(changed).length === 0
      ? []
      : { id, ...(isVersioned ? { version: record.version } : {}), ...changed };
  });
}

/** Rows whose values others stored in the meantime: nothing of them is left to save. */
export function settled(drafts: Drafts, read: Read): Drafts {
  return Object.fromEntries(
    Object.entries(drafts).filter(([id, { draft }]) => {
      const record = read(id);
      return record === undefined || Object.keys(changes(draft, record)).length > 0;
    }),
  );
}

/** One row's outcome of a save. */
export interface Outcome {
  id: string;
  detail?: string | undefined;
  errors?: Readonly<Record<string, string[]>> | undefined;
}

/** After a save: rows that were stored are no drafts any more, refused ones have their reason. */
export function answered(drafts: Drafts, sent: Drafts, outcomes: readonly Outcome[]): Drafts {
  let next = drafts;
  for (const { id, detail, errors = {} } of outcomes) {
    const row = next[id];
    if (row === undefined) {
      continue;
    }
    if (detail === undefined) {
      // What was typed while it was on its way stays.
      const typed = Object.entries(row.draft.edits).filter(
        ([name, value]) => sent[id]?.draft.edits[name] !== value,
      );
      const edits = Object.fromEntries(typed);
      const before = { ...row.draft.bases, ...sent[id]?.draft.edits };
      const bases = Object.fromEntries(typed.map(([name]) => [name, before[name]]));
      next = put(next, id, { ...row, reason: undefined, draft: { ...emptyDraft, edits, bases } });
    } else {
      next = { ...next, [id]: { ...row, draft: refuse(row.draft, errors), reason: detail } };
    }
  }
  return next;
}

/** What is wrong with a cell: its value, what the server said, or that somebody else changed it. */
export function cellProblem(
  row: RowDraft | undefined,
  record: WireRecord,
  field: FieldSpec,
): string | undefined {
  if (row === undefined || !(field.name in row.draft.edits)) {
    return undefined;
  }
  const own = row.draft.problems[field.name] ?? row.draft.refusals[field.name];
  if (own !== undefined) {
    return own;
  }
  return conflicts(row.draft, record).includes(field.name)
    ? words.changedElsewhere(fieldType(field.kind).text(record[field.name], field))
    : undefined;
}

/** How many cells hold what can't be saved. */
export const wrongCells = (drafts: Drafts): number =>
  Object.values(drafts).reduce((sum, { draft }) => sum + Object.keys(draft.problems).length, 0);
