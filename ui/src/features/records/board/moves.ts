import { ApiError, detailOf, patchRecord, type WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { isSame } from "@/fields";
import { referenceOf } from "@/fields/lookup/value";
import { optimistic } from "@/store";
import type { Sort } from "../live/sorting";
import { words } from "./messages";
import type { Pile } from "./piles";
import type { Board } from "./settings";

export interface Move {
  column: Pile;
  lane: Pile | undefined;
}

/** What changes of a record that is put somewhere, {} where it stands there. */
export function changesOf(
  record: Readonly<Record<string, unknown>>,
  { columns, lanes }: Board,
  { column, lane }: Move,
): Record<string, unknown> {
  const goals = [
    { field: columns.name, value: column.value },
    ...(lanes && lane ? [{ field: lanes.name, value: lane.value }] : []),
  ];
  return Object.fromEntries(
    goals
      .filter(({ field, value }) => !isSame(record[field], value))
      .map(({ field, value }) => [field, value]),
  );
}

const isGiven = (pile: Pile | undefined, field: { isNullable: boolean; isRequired: boolean } | undefined) =>
  !pile?.isRetired && (pile?.key !== "" || !field || (field.isNullable && !field.isRequired));

/** Whether a record may be put there: it stands in that column or lane, or may be given its value. */
export function mayMove(
  record: WireRecord | undefined,
  board: Board,
  move: Move,
  mayUpdate: boolean,
): boolean {
  if (!record || !mayUpdate) {
    return false;
  }
  const changed = Object.keys(changesOf(record, board, move));
  const own = record.rights?.update;
  return changed.every((name) => {
    const isColumn = name === board.columns.name;
    const field = isColumn ? board.columns : board.lanes;
    const isFree = field?.isEditable === true && (own === undefined || own.includes(name));
    return isFree && isGiven(isColumn ? move.column : move.lane, field);
  });
}

/** As it is sent: a record is named by its id. */
const sentAs = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, referenceOf(value)?.id ?? value]));

const underWay = new Map<string, Promise<unknown>>();

/**
 * Puts a record somewhere: here at once, then on the server, and back where it was when that refuses. The moves of one
 * record are sent one after the other.
 */
export async function move(
  object: string,
  record: WireRecord,
  board: Board,
  to: Move,
  sort: Sort,
): Promise<boolean> {
  const changed = changesOf(record, board, to);
  if (Object.keys(changed).length === 0) {
    return true;
  }
  const { id } = record;
  // What was moved last is the latest change: it stands where the server's list will have it.
  const shown =
    sort.field === "modified_date" ? { ...changed, modified_date: new Date().toISOString() } : changed;
  const before = underWay.get(id) ?? Promise.resolve();
  const moving = optimistic<WireRecord>(object, id, shown, async (command) => {
    await before.catch(() => undefined);
    return patchRecord<WireRecord>(object, { id, ...sentAs(changed) }, command);
  });
  underWay.set(id, moving);
  try {
    await moving;
    return true;
  } catch (error) {
    const say = error instanceof ApiError && error.status === 403 ? toast.warning : toast.error;
    say(words.updateFailed(detailOf(error)));
    return false;
  } finally {
    if (underWay.get(id) === moving) {
      underWay.delete(id);
    }
  }
}
