import type { Change } from "@/api";
import type { Reducers } from "@/realtime/router";
import { entities, lists, type Transaction } from "@/store";
import { listOf, object, type Subscriber } from "./objects";

/** Keeps the lists of subscribers that are shown. */
function changeSubscriber(tx: Transaction, change: Change): void {
  const entity = entities.read(tx.get, object, change.id);
  const record = (entity?.record as Subscriber | undefined)?.record_id;
  if (!(entity && record)) {
    return;
  }
  if (entity.isRemoved) {
    lists.remove(tx, listOf(record), change.id);
  } else {
    lists.add(tx, listOf(record), change.id);
  }
}

export const subscriberReducers: Reducers = { changes: { [object]: changeSubscriber } };
