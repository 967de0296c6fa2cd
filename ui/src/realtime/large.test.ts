// @vitest-environment node
import { describe, expect, it } from "vitest";
import { ApiError, type Change, type WireRecord } from "@/api";
import { createEntities, createLedger, createStore, transact } from "@/store";
import { change as changeOf } from "./change.test-env";
import { createLargeReader } from "./large";
import { createRouter } from "./router";

const change = (over: Partial<Change>) =>
  changeOf("note", "n1", {
    topics: ["object:note"],
    cause: "note.updated",
    fields: {},
    large: true,
    ...over,
  });

const record = (version: number, over: object = {}) =>
  ({ id: "n1", version, notes: `v${version}`, ...over }) as WireRecord;

/** A browser whose reads are answered one by one, by the test. */
function setUp() {
  const store = createStore();
  const entities = createEntities();
  const router = createRouter(entities, createLedger());
  const waiting: { give: (record: WireRecord) => void; fail: (error: unknown) => void }[] = [];
  const again: string[] = [];
  const seen: string[] = [];
  router.register({
    changes: { note: (_, one, { applied }) => seen.push(`${one.op} v${one.version} ${applied}`) },
  });
  router.attach({
    again: (topic) => again.push(topic),
    large: createLargeReader({
      read: () => new Promise((give, fail) => waiting.push({ give, fail })),
      held: (object, id) => entities.read(store.get, object, id)?.version,
      take: (one, whole) => transact((tx) => router.fetched(tx, one, whole), store),
      again: (topic) => again.push(topic),
    }),
  });
  const answer = async (what: WireRecord | Error) => {
    const next = waiting.shift();
    if (what instanceof Error) {
      next?.fail(what);
    } else {
      next?.give(what);
    }
    await new Promise((done) => setTimeout(done));
  };
  return {
    waiting,
    again,
    seen,
    answer,
    hold: (one: WireRecord) => transact((tx) => entities.upsert(tx, "note", [one]), store),
    take: (...batch: Change[]) => transact((tx) => router.change(tx, batch), store),
    held: () => entities.read(store.get, "note", "n1")?.record,
  };
}

describe("large changes", () => {
  it("reads a record that is held, and tells the features then", async () => {
    const b = setUp();
    b.hold(record(1));
    b.take(change({}));
    expect([b.waiting.length, b.seen.length]).toEqual([1, 0]);
    await b.answer(record(2));
    expect(b.held()).toMatchObject({ version: 2, notes: "v2" });
    expect(b.seen).toEqual(["updated v2 applied"]);
  });

  it("reads a new record, for it may belong on a list", async () => {
    const b = setUp();
    b.take(change({ op: "created", version: 1 }));
    await b.answer(record(1));
    expect(b.seen).toEqual(["created v1 applied"]);
  });

  it("reads nothing for a record that nobody holds, or that is as new", () => {
    const b = setUp();
    b.take(change({}));
    b.hold(record(2));
    b.take(change({}));
    expect(b.waiting).toEqual([]);
    expect(b.seen).toEqual(["updated v2 unknown", "updated v2 stale"]);
  });

  it("reads once for several announcements", async () => {
    const b = setUp();
    b.hold(record(1));
    b.take(change({}), change({ version: 3 }));
    expect(b.waiting.length).toBe(1);
    await b.answer(record(3));
    expect(b.held()).toMatchObject({ version: 3 });
    expect(b.waiting).toEqual([]);
  });

  it("reads again where a small change overtook the answer", async () => {
    const b = setUp();
    b.hold(record(1));
    b.take(change({}));
    b.take(change({ version: 3, large: false, fields: { name: "x" } }));
    await b.answer(record(2));
    await b.answer(record(3, { name: "x", notes: "large" }));
    expect(b.held()).toMatchObject({ version: 3, name: "x", notes: "large" });
  });

  it("takes the topics anew where the record can't be read, and nothing where it is gone", async () => {
    const b = setUp();
    b.hold(record(1));
    b.take(change({}));
    await b.answer(new ApiError(404, {}));
    expect(b.again).toEqual([]);
    b.take(change({ version: 3 }));
    await b.answer(new ApiError(0, {}));
    expect(b.again).toEqual(["object:note"]);
  });
});
