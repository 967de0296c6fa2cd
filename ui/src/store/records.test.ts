import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { WireRecord } from "@/api";
import { entities } from "./entities";
import { store, transact } from "./jotai";
import { ledger } from "./ledger";
import { keep, optimistic, peek, readShown, shownAtom, useRecord, useRecords, useShown } from "./records";

let made = 0;

/** A record of its own for each test: the store is one for all. */
function contact(over: Partial<WireRecord> = {}): WireRecord {
  const record = { id: `c${++made}`, version: 1, name: "Ada", ...over };
  keep("contact", [record]);
  return record;
}

const shown = (id: string) => store.get(shownAtom("contact", id));

function remove(id: string): void {
  const change = {
    seq: 1,
    topics: [],
    object: "contact",
    id,
    op: "removed" as const,
    version: 9,
    fields: {},
  };
  transact((tx) => entities.apply(tx, change));
}

describe("a shown record", () => {
  it("is unknown until it was read", () => {
    expect(shown("never read")).toBeUndefined();
    expect(peek("contact", "never read")).toBeUndefined();
  });

  it("is the server's with the patches under way over it", () => {
    const { id } = contact({ status: "new" });
    transact((tx) =>
      ledger.begin(tx, { command: "x", object: "contact", id, fields: { status: "opted in" } }),
    );
    expect(shown(id)?.record).toMatchObject({ name: "Ada", status: "opted in" });
    expect(peek("contact", id)?.record.status).toBe("new");
    transact((tx) => ledger.settle(tx, "x"));
    expect(shown(id)?.record.status).toBe("new");
  });

  it("says that it was removed, and is left out of lists", () => {
    const [kept, gone] = [contact(), contact()];
    remove(gone.id);
    expect(shown(gone.id)?.isRemoved).toBe(true);
    const rows = readShown(store.get, "contact", [gone.id, "unknown", kept.id]);
    expect(rows.map((row) => row.id)).toEqual([kept.id]);
  });

  it("is one atom for all who show it", () => {
    const { id } = contact();
    expect(shownAtom("contact", id)).toBe(shownAtom("contact", id));
  });

  it("draws its readers anew, and those of others not", () => {
    const [mine, other] = [contact(), contact()];
    const drawn = vi.fn();
    const { result } = renderHook(() => {
      drawn();
      return useRecord("contact", mine.id);
    });
    drawn.mockClear();
    act(() => keep("contact", [{ ...other, version: 2, name: "Grace" }]));
    expect(drawn).not.toHaveBeenCalled();
    act(() => keep("contact", [{ ...mine, version: 2, name: "Hedy" }]));
    expect(drawn).toHaveBeenCalledTimes(1);
    expect(result.current?.name).toBe("Hedy");
  });

  it("is given to screens one by one and as rows in the order of the ids", () => {
    const [first, second] = [contact({ name: "First" }), contact({ name: "Second" })];
    const ids = [second.id, first.id];
    const { result } = renderHook(() => ({
      rows: useRecords("contact", ids),
      one: useShown("contact", first.id),
    }));
    expect(result.current.rows.map((row) => row.name)).toEqual(["Second", "First"]);
    expect(result.current.one).toMatchObject({ isRemoved: false, record: { name: "First" } });
  });
});

describe("an optimistic change", () => {
  it("shows at once, and the server's answer takes its place", async () => {
    const record = contact({ unread: 3 });
    let answer: (record: WireRecord) => void = () => undefined;
    const answered = new Promise<WireRecord>((take) => {
      answer = take;
    });
    const done = optimistic("contact", record.id, { unread: 0 }, () => answered);
    expect(shown(record.id)?.record.unread).toBe(0);
    answer({ ...record, version: 2, unread: 1 });
    await done;
    expect(shown(record.id)?.record.unread).toBe(1);
  });

  it("is taken back where the server refuses, and the refusal is thrown on", async () => {
    const { id } = contact({ unread: 3 });
    const refused = optimistic("contact", id, { unread: 0 }, () => Promise.reject(new Error("Not yours.")));
    expect(shown(id)?.record.unread).toBe(0);
    await expect(refused).rejects.toThrow("Not yours.");
    expect(shown(id)?.record.unread).toBe(3);
  });

  it("gives its command along, so that the echo may settle it before the answer does", async () => {
    const { id } = contact({ unread: 3 });
    let sent = "";
    let answer: () => void = () => undefined;
    const done = optimistic("contact", id, { unread: 0 }, (command) => {
      sent = command;
      return new Promise((take) => {
        answer = () => take(undefined);
      });
    });
    expect(store.get(ledger.atomOf("contact", id)).map((patch) => patch.command)).toEqual([sent]);
    transact((tx) => ledger.settle(tx, sent));
    expect(shown(id)?.record.unread).toBe(3);
    answer();
    await done;
    expect(store.get(ledger.atomOf("contact", id))).toEqual([]);
  });
});
