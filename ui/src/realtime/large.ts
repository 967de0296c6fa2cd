import { ApiError, type Change, type WireRecord } from "@/api";

/** What the reader of large records needs around it. */
export interface LargeWire {
  read(object: string, id: string): Promise<WireRecord>;
  /** The version that is held, undefined where the record is not. */
  held(object: string, id: string): number | undefined;
  take(change: Change, record: WireRecord): void;
  /** The topics are to be taken again: what was announced could not be read. */
  again(topic: string): void;
}

/** How often one record is read while it changes under the reading. */
const tries = 5;

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

/**
 * A change that is too large for the socket says only which record it is about: here the record is read,
 * where somebody may show it. What changed in small steps meanwhile was laid over the older state, so an
 * answer counts only if it is as new as what is held.
 */
export function createLargeReader(wire: LargeWire) {
  /** The newest announcement of each record that is being read. */
  const reading = new Map<string, Change>();

  async function read(key: string, first: Change): Promise<void> {
    try {
      for (let attempt = 0; attempt < tries; attempt++) {
        const record = await wire.read(first.object, first.id);
        const newest = reading.get(key) ?? first;
        if (record.version >= Math.max(newest.version, wire.held(first.object, first.id) ?? 0)) {
          wire.take({ ...newest, op: first.op }, record);
          return;
        }
      }
      throw new Error("the record changes faster than it is read");
    } catch (error) {
      if (!isGone(error)) {
        for (const topic of first.topics) {
          wire.again(topic);
        }
      }
    } finally {
      reading.delete(key);
    }
  }

  return {
    /** False for a change that nobody needs read: of a record that is not held, or as old as what is. */
    needs(change: Change): boolean {
      const held = wire.held(change.object, change.id);
      return change.large === true && (held === undefined ? change.op === "created" : change.version > held);
    },

    announce(change: Change): void {
      const key = `${change.object}:${change.id}`;
      const isRead = reading.has(key);
      reading.set(key, change);
      if (!isRead) {
        void read(key, change);
      }
    },
  };
}
