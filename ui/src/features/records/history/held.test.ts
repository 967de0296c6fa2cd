import { describe, expect, it } from "vitest";
import type { HistoryPage } from "@/api/history";
import { withNewest, withOlder } from "./held";

const page = (next: number | undefined, ...versions: number[]): HistoryPage => ({
  items: versions.map((version) => ({ version, at: "", op: "updated", by: {}, via: "ui" })),
  next,
});
const versions = (of: { items: readonly { version: number }[] }) => of.items.map(({ version }) => version);

describe("a history that is held", () => {
  it("grows at its head by what is read anew, and keeps what was read behind it", () => {
    const first = withNewest(undefined, page(8, 9, 8));
    const longer = withOlder(first, page(6, 7, 6));
    const now = withNewest(longer, page(9, 10, 9));
    expect(versions(now)).toEqual([10, 9, 8, 7, 6]);
    expect(now.next).toBe(6);
  });

  it("begins anew where so much came meanwhile that there would be a hole", () => {
    const had = withNewest(undefined, page(2, 3, 2));
    expect(withNewest(had, page(8, 9, 8))).toEqual(page(8, 9, 8));
  });

  it("is whole where the newest page reaches back to the beginning", () => {
    expect(withNewest(undefined, page(undefined, 2, 1)).next).toBeUndefined();
    const had = withNewest(undefined, page(undefined, 1));
    expect(versions(withNewest(had, page(undefined, 5, 1)))).toEqual([5, 1]);
  });

  it("shows nothing twice where a page comes late", () => {
    const had = withOlder(withNewest(undefined, page(5, 6, 5)), page(3, 4, 3));
    expect(versions(withOlder(had, page(3, 4, 3)))).toEqual([6, 5, 4, 3]);
  });
});
