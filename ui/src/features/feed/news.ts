import type { Change, Reference } from "@/api";
import type { FeedFilter, FeedPage, News } from "@/api/feed";
import type { Reducers } from "@/realtime";
import { atom, entities } from "@/store";

/** Where the messages of a thread say which one it is, and what it is. */
export const threadOf: Record<string, { field: string; object: string }> = {
  chat_message: { field: "chat", object: "chat" },
  twilio_message: { field: "conversation", object: "twilio_conversation" },
};

/** What was announced: the newest first, and up to which change records are gone. */
export interface Heard {
  news: readonly News[];
  gone: Readonly<Record<string, number>>;
}

/** What came while one reads is kept up to so many; what is older is read again. */
const kept = 300;
export const keyOf = (object: string, id: string) => `${object}:${id}`;

/** A change that was announced, as the server tells it of the past; what it doesn't hold is taken from the record. */
function newsOf(
  { seq, object, id, op, version, fields = {} }: Change,
  record?: Record<string, unknown>,
): News {
  // A record that came into sight as it stands, or of which other fields did, is told whole.
  const isWhole = op === "created" || "id" in fields;
  const known: Record<string, unknown> = { ...record, ...fields };
  const thread = threadOf[object]?.field;
  const by = known.modified_by as Reference | null | undefined;
  return {
    number: seq,
    at: typeof known.modified_date === "string" ? known.modified_date : new Date().toISOString(),
    object,
    version,
    op: op === "created" && version === 1 ? "created" : "updated",
    by: by === undefined ? {} : { modified_by: by },
    record: {
      id,
      ...(known.name === undefined ? {} : { name: known.name as string | null }),
      ...(thread === undefined ? {} : { [thread]: known[thread] }),
    },
    fields: isWhole ? [] : Object.keys(fields),
  };
}

export function hear(had: Heard, change: Change, record?: Record<string, unknown>): Heard {
  const { object, id, op, seq } = change;
  if (op === "removed") {
    return {
      news: had.news.filter((one) => one.object !== object || one.record.id !== id),
      gone: { ...had.gone, [keyOf(object, id)]: seq },
    };
  }
  if (had.news.some(({ number }) => number === seq)) {
    return had;
  }
  const news = [newsOf(change, record), ...had.news].sort((left, right) => right.number - left.number);
  return { ...had, news: news.slice(0, kept) };
}

/** What was announced of one object, or by the reader alone. */
export function wanted({ news, gone }: Heard, { object, own }: FeedFilter, me: string | undefined): Heard {
  const isWanted = (one: News) =>
    (object === undefined || one.object === object) && (!own || one.by.modified_by?.id === me);
  return { news: news.filter(isWanted), gone };
}

/** The newest page with what was announced since: each change once, and nothing of what is gone. */
export function withHeard({ items, next }: FeedPage, { news, gone }: Heard): News[] {
  const read = new Set(items.map(({ number }) => number));
  // Older ones would stand there with holes between them.
  const oldest = next === undefined ? 0 : (items.at(-1)?.number ?? next);
  return [...news.filter(({ number }) => number > oldest && !read.has(number)), ...items]
    .filter(({ object, record, number }) => number > (gone[keyOf(object, record.id)] ?? 0))
    .sort((left, right) => right.number - left.number);
}

export const heardAtom = atom<Heard>({ news: [], gone: {} });

export const feedReducers: Reducers = {
  changes: {
    "*": (tx, change) => {
      if (change.op === "bulk" || !change.topics.includes("feed")) {
        return;
      }
      const entity = entities.read(tx.get, change.object, change.id);
      // What the change does not hold is as it was in the version before.
      const isNear = entity && entity.version >= change.version - 1 && entity.version <= change.version;
      tx.set(heardAtom, hear(tx.get(heardAtom), change, isNear ? entity.record : undefined));
    },
  },
};
