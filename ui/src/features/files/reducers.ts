import type { Change } from "@/api";
import type { Reducers } from "@/realtime/router";
import { entities, lists, type Transaction } from "@/store";
import { filesOf, type RelatedFileRecord, relatedFileObject } from "./objects";

/** A file that somebody attaches stands in the list of its record; which one may see, the server has decided. */
function changeRelatedFile(tx: Transaction, change: Change): void {
  const entity = entities.read(tx.get, relatedFileObject, change.id);
  const record = (entity?.record as RelatedFileRecord | undefined)?.related_record?.id;
  if (record === undefined) {
    return;
  }
  if (entity && !entity.isRemoved) {
    lists.add(tx, filesOf(record), change.id);
  } else {
    lists.remove(tx, filesOf(record), change.id);
  }
}

export const fileReducers: Reducers = { changes: { [relatedFileObject]: changeRelatedFile } };
