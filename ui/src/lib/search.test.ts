import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isFound, isFoundIn, termsOf } from "./search";

/** What the server's own test asks its database. */
const cases: { records: Record<string, string>[]; searches: Record<string, string[]> } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../rest/testdata/search.json"), "utf8"),
);
const fields = ["name", "company", "email", "phone"].map((name) => ({ name, isNumber: name === "phone" }));

describe("a search", () => {
  it.each(Object.entries(cases.searches))("for %j finds what the server finds", (text, names) => {
    const found = cases.records
      .map((record) => ({ ...record, phone: { phone_number: record.phone ?? "" } }))
      .filter((record) => isFound(record, fields, termsOf(text)));
    expect(found.map((record) => "name" in record && record.name).sort()).toEqual([...names].sort());
  });

  it.each([
    ["mia or", true],
    ["415 555", true],
    ["(415) 555-0134", true],
    ["mia smith", false],
    ["", true],
  ])("for %j among texts finds: %s", (typed, isIn) => {
    expect(isFoundIn(["Mia Ortiz", "+14155550134"], termsOf(typed))).toBe(isIn);
  });
});
