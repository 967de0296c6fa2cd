// @vitest-environment node
import { createStore } from "jotai";
import { describe, expect, it } from "vitest";
import type { Change } from "@/api";
import { createEntities } from "./entities";
import { transact } from "./jotai";

const record = (version: number, fields: object = {}) => ({ id: "c1", version, name: "Ada", ...fields });
const change = (version: number, fields: Record<string, unknown>, op: Change["op"] = "updated"): Change => ({
  seq: version,
  topics: [],
  object: "contact",
  id: "c1",
  op,
  version,
  fields,
});

function setUp(limit?: number) {
  const store = createStore();
  const entities = createEntities(limit);
  const run = <T>(work: (tx: Parameters<Parameters<typeof transact>[0]>[0]) => T): T => {
    let out: T | undefined;
    transact((tx) => {
      out = work(tx);
    }, store);
    return out as T;
  };
  return { store, entities, run, read: () => entities.read(store.get, "contact", "c1") };
}

describe("entities", () => {
  it("keeps the highest version, in whatever order readings come", () => {
    const { entities, run, read } = setUp();
    run((tx) => entities.upsert(tx, "contact", [record(3, { name: "Newest" })]));
    run((tx) => entities.upsert(tx, "contact", [record(2, { name: "Late" })]));
    expect(read()?.record.name).toBe("Newest");
  });

  it("drops a removal that is older than what is known", () => {
    const { entities, run, read } = setUp();
    run((tx) => entities.upsert(tx, "contact", [record(3)]));
    expect(run((tx) => entities.apply(tx, change(2, {}, "removed")))).toBe("stale");
    expect(read()?.isRemoved).toBe(false);
    expect(run((tx) => entities.apply(tx, change(3, {}, "removed")))).toBe("applied");
    expect(read()?.isRemoved).toBe(true);
  });

  it("lays a newer change over the record and drops a stale one", () => {
    const { entities, run, read } = setUp();
    run((tx) => entities.upsert(tx, "contact", [record(1, { company: "Tidepool" })]));
    expect(run((tx) => entities.apply(tx, change(2, { name: "Grace" })))).toBe("applied");
    expect(run((tx) => entities.apply(tx, change(2, { name: "Again" })))).toBe("stale");
    expect(read()?.record).toEqual({ id: "c1", version: 2, name: "Grace", company: "Tidepool" });
  });

  it("lays what was heard of a record before it was known over a reading that is older", () => {
    const { entities, run, read } = setUp();
    run((tx) => entities.apply(tx, change(2, { status: "in-progress" })));
    run((tx) => entities.apply(tx, change(3, { status: "completed" })));
    run((tx) => entities.apply(tx, change(4, { company: "Tidepool" })));
    run((tx) => entities.upsert(tx, "contact", [record(2, { status: "in-progress" })]));
    expect(read()?.record).toEqual({
      id: "c1",
      version: 4,
      name: "Ada",
      status: "completed",
      company: "Tidepool",
    });
    // It is laid over one reading alone.
    run((tx) => entities.apply(tx, change(5, {}, "removed")));
    run((tx) => entities.upsert(tx, "contact", [record(6)]));
    expect(read()).toMatchObject({ version: 6, isRemoved: false });
  });

  it("does not bring back what was removed while it was being read", () => {
    const { entities, run, read } = setUp();
    run((tx) => entities.apply(tx, change(3, {}, "removed")));
    run((tx) => entities.upsert(tx, "contact", [record(2)]));
    expect(read()?.isRemoved).toBe(true);
    run((tx) => entities.upsert(tx, "contact", [record(4)]));
    expect(read()).toMatchObject({ version: 4, isRemoved: false });
  });

  it("forgets what was heard of records that never came, the oldest first", () => {
    const { entities, run, read } = setUp();
    run((tx) => entities.apply(tx, change(2, { name: "Early" })));
    for (let n = 0; n < 300; n++) {
      run((tx) => entities.apply(tx, { ...change(2, { name: "Other" }), id: `other${n}` }));
    }
    run((tx) => entities.upsert(tx, "contact", [record(1)]));
    expect(read()?.record.name).toBe("Ada");
  });

  it("does not make a record of changed fields alone", () => {
    const { entities, run, read } = setUp();
    expect(run((tx) => entities.apply(tx, change(5, { name: "Part" })))).toBe("unknown");
    expect(read()).toBeUndefined();
    run((tx) => entities.apply(tx, change(5, { id: "c1", name: "Whole" })));
    expect(read()?.record.name).toBe("Whole");
  });

  it("remembers that a record is gone, and lets it come back into sight whole", () => {
    const { entities, run, read } = setUp();
    run((tx) => entities.upsert(tx, "contact", [record(1)]));
    run((tx) => entities.apply(tx, change(2, {}, "removed")));
    run((tx) => entities.upsert(tx, "contact", [record(1)]));
    expect(read()?.isRemoved).toBe(true);
    run((tx) => entities.apply(tx, change(2, { id: "c1", name: "Back" })));
    expect(read()).toMatchObject({ isRemoved: false, record: { name: "Back" } });
  });

  it("lets go of records that nobody shows, never of shown ones", () => {
    const { store, entities, run } = setUp(8);
    const stop = store.sub(entities.atomOf("contact", "kept"), () => undefined);
    run((tx) =>
      entities.upsert(tx, "contact", [
        { id: "kept", version: 1 },
        ...Array.from({ length: 60 }, (_, index) => ({ id: `r${index}`, version: 1 })),
      ]),
    );
    expect(entities.size()).toBeLessThanOrEqual(10);
    expect(entities.read(store.get, "contact", "kept")?.version).toBe(1);
    stop();
  });
});
