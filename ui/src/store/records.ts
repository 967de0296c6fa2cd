import { useMemo } from "react";
import type { WireRecord } from "@/api";
import { type Entity, entities } from "./entities";
import { atom, type Getter, store, transact, useAtomValue } from "./jotai";
import { ledger, overlay } from "./ledger";

/** A record as screens show it: the server's state with the optimistic patches over it. */
export interface Shown<T extends WireRecord = WireRecord> {
  record: T;
  isRemoved: boolean;
}

const shownAtoms = new WeakMap<object, ReturnType<typeof makeShownAtom>>();

function makeShownAtom(object: string, id: string, source: ReturnType<typeof entities.atomOf>) {
  return atom((get): Shown | undefined => {
    const entity = get(source);
    if (!entity) {
      return undefined;
    }
    return { record: overlay(entity.record, get(ledger.atomOf(object, id))), isRemoved: entity.isRemoved };
  });
}

export function shownAtom(object: string, id: string) {
  const source = entities.atomOf(object, id);
  let derived = shownAtoms.get(source);
  if (!derived) {
    derived = makeShownAtom(object, id, source);
    shownAtoms.set(source, derived);
  }
  return derived;
}

export function useShown<T extends WireRecord = WireRecord>(
  object: string,
  id: string,
): Shown<T> | undefined {
  return useAtomValue(shownAtom(object, id)) as Shown<T> | undefined;
}

export function useRecord<T extends WireRecord = WireRecord>(object: string, id: string): T | undefined {
  return useShown<T>(object, id)?.record;
}

/** The shown records of an ordered list of ids, without those that are unknown or gone. */
export function useRecords<T extends WireRecord = WireRecord>(object: string, ids: readonly string[]): T[] {
  // The same ids in a new array are the same records: a new atom at each render would render again and again.
  const key = ids.join();
  const listAtom = useMemo(
    () => atom((get) => readShown<T>(get, object, key === "" ? [] : key.split(","))),
    [object, key],
  );
  return useAtomValue(listAtom);
}

export function readShown<T extends WireRecord = WireRecord>(
  get: Getter,
  object: string,
  ids: readonly string[],
): T[] {
  const rows: T[] = [];
  for (const id of ids) {
    const shown = get(shownAtom(object, id));
    if (shown && !shown.isRemoved) {
      rows.push(shown.record as T);
    }
  }
  return rows;
}

/** Puts whole records into the store, outside a reducer. */
export function keep(object: string, records: readonly WireRecord[]): void {
  transact((tx) => entities.upsert(tx, object, records));
}

export function peek(object: string, id: string): Entity | undefined {
  return entities.read(store.get, object, id);
}

/**
 * Shows a change at once, sends it, and takes it back when the server refuses. The command id goes
 * along, so that the echo on the socket may settle it before the answer does.
 */
export async function optimistic<T extends WireRecord>(
  object: string,
  id: string,
  fields: Record<string, unknown>,
  send: (command: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const command = crypto.randomUUID();
  transact((tx) => ledger.begin(tx, { command, object, id, fields }));
  try {
    const answer = await send(command);
    transact((tx) => {
      if (answer) {
        entities.upsert(tx, object, [answer]);
      }
      ledger.settle(tx, command);
    });
    return answer;
  } catch (error) {
    transact((tx) => ledger.settle(tx, command));
    throw error;
  }
}
