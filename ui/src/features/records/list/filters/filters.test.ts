import { describe, expect, it } from "vitest";
import { listPath, type ObjectSchema } from "@/api";
import { fieldsOf } from "@/fields";
import { listSearch } from "../../search";
import { chosenColumns } from "../columns";
import { asQuery } from "./asQuery";
import { dayWordOf } from "./days";
import { isFilterable, operatorsOf, rowText } from "./operators";
import { filterOf, kept } from "./savedFilter";
import { comparedBy, severalIn } from "./values";

const property = (title: string, rest: object) => ({ title, width: 150, modify: true, sort: true, ...rest });

const schema = {
  api_name: "deal",
  title: "Deal",
  required: [],
  properties: {
    name: property("Name", { type: "string" }),
    rush: property("Rush", { type: ["boolean", "null"] }),
    seats: property("Seats", { type: ["integer", "null"] }),
    stage: property("Stage", { type: ["string", "null"], format: "enum", enum: ["New", "Won"] }),
    met: property("Met", { type: ["string", "null"], format: "date-time" }),
    raw: property("Raw", { type: ["object", "null"], format: "json", sort: false }),
    tags: property("Tags", { type: ["array", "null"], format: "multi-select", sort: false }),
  },
} as unknown as ObjectSchema;

const fields = fieldsOf(schema);
const field = (name: string) => {
  const found = fields.find((one) => one.name === name);
  if (!found) {
    throw new Error(`no field ${name}`);
  }
  return found;
};

const record = (rest: object) => ({ id: "f1", version: 1, name: "Mine", ...rest });

describe("a saved filter", () => {
  it("is read as it is kept, whoever kept it", () => {
    const rows = [{ field: "name", operator: "=", value: "x" }];
    expect(filterOf(record({ filters: rows, settings: { comparison: "or" } }))).toMatchObject({
      rows,
      isAny: true,
      visibility: "private",
    });
    expect(filterOf(record({ settings: { filters: rows } })).rows).toEqual(rows);
    for (const broken of [undefined, null, "x", 7, {}, [null, 7, { field: "name" }, { operator: "=" }]]) {
      expect(filterOf(record({ filters: broken })).rows).toEqual([]);
    }
  });

  it("has a query of its own where it has no rows", () => {
    const query = "SELECT * FROM deal";
    for (const rest of [{ query }, { settings: { sqlQuery: query } }, { query: " ", settings: { query } }]) {
      expect(filterOf(record(rest)).query).toBe(query);
    }
    const rows = [{ field: "name", operator: "=", value: "x" }];
    for (const rest of [{ filters: rows, query }, { query: "", settings: { query: 7 } }, {}]) {
      expect(filterOf(record(rest)).query).toBeUndefined();
    }
  });

  it("keeps what it doesn't know", () => {
    const settings = { columns: [{ field: "name" }], comparison: "AND" };
    const old = { ...settings, filters: [{ field: "name", operator: "IS NULL" }], sqlQuery: "SELECT" };
    for (const had of [settings, old]) {
      expect(kept({ rows: [], isAny: true }, had, undefined)).toEqual({
        filters: [],
        query: null,
        settings: { columns: [{ field: "name" }], comparison: "OR" },
      });
    }
    const query = "SELECT id FROM deal";
    expect(kept({ rows: [], isAny: false, query }, old, undefined).query).toBe(query);
    const columns = [{ field: "seats", headerName: "Chairs" }];
    expect(kept({ rows: [], isAny: false }, old, columns).settings.columns).toEqual(columns);
  });

  it("says which columns are shown, as far as they are there, with the name", () => {
    const columns = [
      { field: "seats", headerName: "Chairs", width: 90, pinned: true },
      { field: "gone" },
      null,
      { headerName: "No field" },
      { field: "name", width: "wide" },
      { field: "seats" },
    ];
    const found = filterOf(record({ settings: { columns } })).columns;
    expect(found[0]).toEqual(columns[0]);
    const titles = (chosen: typeof found) => chosenColumns(schema, chosen)?.map(({ title }) => title);
    expect(titles(found.slice(0, 3))).toEqual(["Chairs", "Name"]);
    expect(chosenColumns(schema, found)?.[0]?.property.width).toBe(150); // the later of two says it
    expect(titles([{ field: "stage" }])).toEqual(["Name", "Stage"]);
    expect(titles([{ field: "gone" }])).toBeUndefined();
    for (const none of [undefined, null, "name", {}]) {
      expect(filterOf(record({ settings: { columns: none } })).columns).toEqual([]);
    }
  });

  it("stands in the address of the list and of its request", () => {
    expect(listSearch({ filter: "all" })).toEqual({ filter: "all" });
    expect(listSearch({ filter: "<b>" })).toEqual({});
    expect(listSearch({ columns: "name,met" })).toEqual({ columns: "name,met" });
    expect(listSearch({ columns: "name,,met" })).toEqual({});
    const filter = [{ field: "name", operator: "IS NULL" as const }];
    expect(listPath("deal", { limit: 5, filter, isAny: true })).toContain("&comparison=OR");
    expect(listPath("deal", { limit: 5, filter: [], isAny: true })).not.toContain("comparison");
  });
});

describe("the conditions of a filter", () => {
  it("can be written as a query", () => {
    const rows = [
      { field: "name", operator: "LIKE" as const, value: "O'Hara" },
      { field: "seats", operator: "IN" as const, value: ["4", "5"] },
      { field: "rush", operator: "=" as const, value: true },
      { field: "met", operator: ">=" as const, value: "this week" },
      { field: "owner", subField: "name", operator: "=" as const, value: "TODAY" },
      { field: "stage", operator: "IS NULL" as const },
    ];
    expect(asQuery(schema, { rows, isAny: true }).split("\n")).toEqual([
      "SELECT *",
      "FROM deal",
      "WHERE deal.name LIKE 'O''Hara'",
      "  OR deal.seats IN ('4', '5')",
      "  OR deal.rush = true",
      "  OR deal.met >= THIS WEEK",
      "  OR deal.owner.name = 'TODAY'",
      "  OR deal.stage IS NULL",
      "ORDER BY deal.id DESC",
    ]);
    expect(asQuery({ ...schema, order: "name" }, { rows: [], isAny: false })).toBe(
      "SELECT *\nFROM deal\nORDER BY deal.name",
    );
  });

  it("are of fields that the server compares, in ways that mean something", () => {
    expect(fields.filter(isFilterable).map(({ name }) => name)).toEqual([
      "name",
      "rush",
      "seats",
      "stage",
      "met",
      "tags",
    ]);
    expect(operatorsOf(field("name"))[0]).toBe("LIKE");
    expect(operatorsOf(field("rush"))).not.toContain("LIKE");
    expect(operatorsOf(field("seats"))).toContain(">=");
    expect(operatorsOf(field("tags"))).not.toContain("!=");
    for (const name of ["name", "seats", "stage"]) {
      expect(operatorsOf(field(name))).toEqual(expect.arrayContaining(["IN", "NOT IN"]));
    }
    for (const name of ["rush", "met"]) {
      expect(operatorsOf(field(name))).not.toContain("IN");
    }
  });

  it("have words for days, as they are written by whomever", () => {
    expect(dayWordOf(" this  month ")).toBe("THIS MONTH");
    expect(dayWordOf("LAST 7 DAYS")).toBe("LAST 7 DAYS");
    for (const none of ["2026-03-09", "THIS LONG", "LAST DAYS", "", null, 7, ["TODAY"]]) {
      expect(dayWordOf(none)).toBeUndefined();
    }
    expect(rowText({ field: "met", operator: "=", value: "THIS WEEK" }, fields)).toBe("Met is this week");
    expect(rowText({ field: "name", operator: "=", value: "TODAY" }, fields)).toBe("Name is TODAY");
  });

  it("have several values where they are compared with several", () => {
    expect(severalIn(" a, b,,c ,")).toEqual(["a", "b", "c"]);
    expect(comparedBy({ field: "seats", operator: "=", value: 4 }, "IN").value).toEqual(["4"]);
    expect(comparedBy({ field: "seats", operator: "=", value: null }, "IN").value).toBeNull();
    expect(comparedBy({ field: "name", operator: "IN", value: ["a", "b"] }, "NOT IN").value).toEqual([
      "a",
      "b",
    ]);
    expect(comparedBy({ field: "name", operator: "IN", value: ["a", "b"] }, "=").value).toBe("a");
    expect(comparedBy({ field: "name", operator: "LIKE", value: "a" }, "IS NULL").value).toBe("a");
  });

  it("are told in words, of a field that is out of use too", () => {
    expect(rowText({ field: "name", operator: "LIKE", value: "Acme" }, fields)).toBe("Name contains Acme");
    expect(rowText({ field: "stage", operator: "IN", value: ["New", "Won"] }, fields)).toBe(
      "Stage is one of New, Won",
    );
    expect(rowText({ field: "seats", operator: "NOT IN", value: ["4", "5"] }, fields)).toBe(
      "Seats is none of 4, 5",
    );
    expect(rowText({ field: "name", operator: "IS NULL" }, fields)).toBe("Name is empty");
    expect(rowText({ field: "shoe_size", operator: ">", value: 44 }, fields)).toBe(
      "shoe_size is more than 44",
    );
  });
});
