import { api, type ObjectSchema } from "@/api";
import { schemasAtom, sessionAtom, store, transact } from "@/store";

const first = 500;
const longest = 60_000;

let wanted: string | undefined;
let isReading = false;

/**
 * Reads what objects there are for this person again: his rights changed, or the objects did. Until
 * that is read the version stays as it was, so that the next snapshot asks again; a failure is
 * tried again meanwhile.
 */
async function read(version: string, pause: number): Promise<void> {
  const whose = store.get(sessionAtom)?.userId;
  try {
    const { data: schemas, headers } = await api.get<ObjectSchema[]>("/v1/schema");
    if (headers.get("x-schema-version") !== version) {
      throw new Error("Another node answered, which knows less yet, or more.");
    }
    transact((tx) => {
      const session = tx.get(sessionAtom);
      if (session && session.userId === whose) {
        tx.set(schemasAtom, schemas);
        tx.set(sessionAtom, { ...session, version });
      }
    });
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (wanted === version && whose !== undefined && store.get(sessionAtom)?.userId === whose) {
      await read(version, Math.min(pause * 2, longest));
    }
  }
}

/** Brings the description of the objects to a version; of several that are asked for at once, to the last. */
export function followVersion(version: string): void {
  wanted = version;
  if (isReading) {
    return;
  }
  isReading = true;
  // What is read in a transaction is read when that is over.
  queueMicrotask(async () => {
    while (wanted !== undefined && store.get(sessionAtom) !== undefined) {
      const next: string = wanted;
      await read(next, first);
      if (wanted === next) {
        break;
      }
    }
    wanted = undefined;
    isReading = false;
  });
}
