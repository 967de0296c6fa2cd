// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { WireRecord } from "@/api";
import {
  changesOf,
  countryName,
  edit,
  emptyDraft,
  faults,
  groups,
  listAt,
  meanwhile,
  readCountries,
} from "./settings";

const record = (rate: number, countries = ["CA", "US"]): WireRecord => ({
  id: "o",
  version: 1,
  name: "Harbor",
  settings: { rates: { calls_per_minute: rate, texts_per_minute: 60 }, outbound: { countries } },
});

const calls = "settings.rates.calls_per_minute";

describe("the draft of an organization's settings", () => {
  it("sends only what changed, nested", () => {
    let draft = edit(emptyDraft, record(10), calls, 5);
    draft = edit(draft, record(10), "name", "Pine");
    draft = edit(draft, record(10), "settings.outbound.countries", ["GB"]);
    expect(changesOf(draft)).toEqual({
      name: "Pine",
      settings: { rates: { calls_per_minute: 5 }, outbound: { countries: ["GB"] } },
    });
  });

  it("forgets what was typed back", () => {
    const draft = edit(edit(emptyDraft, record(10), calls, 5), record(10), calls, 10);
    expect(changesOf(draft)).toEqual({});
  });

  it("says what somebody else stored meanwhile", () => {
    const draft = edit(emptyDraft, record(10), calls, 5);
    expect(meanwhile(draft, record(10), calls)).toBeUndefined();
    expect(meanwhile(draft, record(7), calls)).toBe("7");
    expect(meanwhile(draft, record(5), calls)).toBeUndefined();
  });

  it("holds back what is no number", () => {
    expect(Object.keys(faults(edit(emptyDraft, record(10), calls, "ten"), groups))).toEqual([calls]);
    expect(faults(edit(emptyDraft, record(10), calls, 3), groups)).toEqual({});
  });

  it("reads countries in any form", () => {
    expect(readCountries(" us, gb;US de ")).toEqual(["DE", "GB", "US"]);
    expect(countryName("GB")).toBe("United Kingdom");
    expect(countryName("ZZZ")).toBeUndefined();
  });
});

describe("a list of records", () => {
  const has = (...ids: string[]): WireRecord =>
    ({
      id: "o",
      version: 1,
      apps: ids.map((id) => ({ id, name: id.toUpperCase() })),
    }) as unknown as WireRecord;

  it("is read as ids", () => {
    expect(listAt(emptyDraft, has("a", "b"), "apps")).toEqual(["a", "b"]);
    expect(listAt(emptyDraft, has(), "apps")).toEqual([]);
    expect(listAt(emptyDraft, { id: "o", version: 1 } as WireRecord, "apps")).toEqual([]);
  });

  it("keeps what others included and took out meanwhile beside one's own moves", () => {
    const draft = edit(emptyDraft, has("a", "b"), "apps", ["b", "c"]);
    expect(listAt(draft, has("a", "b"), "apps")).toEqual(["b", "c"]);
    expect(listAt(draft, has("a", "b", "d"), "apps")).toEqual(["b", "d", "c"]);
    expect(listAt(draft, has("a"), "apps")).toEqual(["c"]);
    expect(listAt(draft, has("a", "b", "c"), "apps")).toEqual(["b", "c"]);
  });

  it("is no change when it is moved back", () => {
    const moved = edit(emptyDraft, has("a"), "apps", ["a", "b"]);
    expect(edit(moved, has("a"), "apps", ["a"]).edits).toEqual({});
  });
});
