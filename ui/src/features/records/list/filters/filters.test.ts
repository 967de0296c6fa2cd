import { describe, expect, it } from "vitest";
import { listPath, type ObjectSchema } from "@/api";
import { fieldsOf } from "@/fields";
import { listSearch } from "../../search";
import { chosenColumns } from "../columns";
import { asQuery } from "./asQuery";
import { limitIn } from "./check";
import { dayWordOf } from "./days";
import { isFilterable, operatorsOf, rowText } from "./operators";
import { columnsIn, filterIn, filterOf, kept, whereAddress, whereIn } from "./savedFilter";
import { partIn, partsOf } from "./subFields";
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
      expect(kept("deal", { rows: [], isAny: true }, had, undefined)).toEqual({
        filters: [],
        query: null,
        settings: { columns: [{ field: "name" }], comparison: "OR" },
      });
    }
    const query = "SELECT id FROM deal";
    expect(kept("deal", { rows: [], isAny: false, query }, old, undefined).query).toBe(query);
    const columns = [{ field: "seats", headerName: "Chairs" }];
    expect(kept("deal", { rows: [], isAny: false }, old, columns).settings.columns).toEqual(columns);
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
    expect(filterIn(listSearch({ filter: "all" }).filter)).toBe("all");
    expect(filterIn(listSearch({ filter: "<b>" }).filter)).toBeUndefined();
    expect(columnsIn(listSearch({ columns: "name,met" }).columns)).toBe("name,met");
    expect(columnsIn(listSearch({ columns: "name,,met" }).columns)).toBeUndefined();
    const filter = [{ field: "name", operator: "IS NULL" as const }];
    expect(listPath("deal", { limit: 5, filter, isAny: true })).toContain("&comparison=OR");
    expect(listPath("deal", { limit: 5, filter: [], isAny: true })).not.toContain("comparison");
  });
});

describe("a filter that is not saved", () => {
  it("stands in the address as a whole", () => {
    const rows = [{ field: "met", operator: ">=" as const, value: "TODAY" }];
    const whole = { rows, isAny: true, query: undefined, limit: 50, offset: 5 };
    expect(whereIn(whereAddress(whole))).toEqual(whole);
    const asked = {
      rows: [],
      isAny: false,
      query: "SELECT * FROM deal",
      limit: undefined,
      offset: undefined,
    };
    expect(whereIn(whereAddress(asked))).toEqual(asked);
    for (const none of [undefined, null, "x", 7, {}, { filters: "x" }, { query: 7 }]) {
      expect(whereIn(none)).toBeUndefined();
    }
    expect(whereIn({ filters: [7, rows[0]], limit: -1, offset: "x" })).toEqual({
      rows,
      isAny: false,
      query: undefined,
      limit: undefined,
      offset: undefined,
    });
    expect(whereIn({ filters: [], limit: 1e9 })?.limit).toBe(1_000);
  });

  it("keeps its order and page with a saved one", () => {
    const where = { rows: [], isAny: false, sort: "-met", limit: 100, offset: 3 };
    const { settings } = kept("deal", where, undefined, undefined);
    expect(settings).toEqual({
      comparison: "AND",
      orderBy: { object: "deal", field: "met", order: "DESC", limit: 100, offset: 3 },
    });
    expect(filterOf(record({ settings }))).toMatchObject({ sort: "-met", limit: 100, offset: 3 });
    const none = { orderBy: { field: "met", order: "none", limit: 10 } };
    expect(filterOf(record({ settings: none }))).toMatchObject({ sort: undefined, limit: 10 });
    expect(filterOf(record({ settings: { orderBy: { field: "met", order: "ASC" } } })).sort).toBe("met");
  });

  it("becomes a query with its order, page and fields", () => {
    const where = { rows: [], isAny: false, sort: "-met", limit: 100, offset: 3 };
    expect(asQuery(schema, where, ["name", "id"])).toBe(
      "SELECT id, name\nFROM deal\nORDER BY deal.met DESC\nLIMIT 100\nOFFSET 3",
    );
    expect(limitIn("SELECT * FROM deal WHERE id IN (SELECT deal FROM call LIMIT 3) limit  40")).toBe(40);
    expect(limitIn("SELECT * FROM deal LIMIT 9000")).toBeUndefined();
    expect(limitIn("SELECT * FROM deal")).toBeUndefined();
  });
});

describe("the parts of a field", () => {
  const phone = { ...field("name"), name: "phone", title: "Phone", kind: "phone" };
  const owner = { ...field("name"), name: "owner", title: "Owner", kind: "lookup", target: "deal" };

  it("are those of its value, or the fields of the record that it names", () => {
    expect(partsOf(phone, undefined).map(({ subField }) => subField)).toEqual([
      undefined,
      "country_code",
      "extension",
    ]);
    expect(partsOf({ ...phone, kind: "address" }, undefined).map(({ subField }) => subField)).toContain(
      "city",
    );
    expect(partsOf(field("seats"), undefined)).toHaveLength(1);
    expect(partsOf(owner, undefined).map(({ subField }) => subField)).toEqual(["name"]);
    const target = { ...schema, rights: { read: true } } as unknown as ObjectSchema;
    const parts = partsOf(owner, target);
    expect(parts.map(({ subField }) => subField)).toEqual(["name", "rush", "seats", "stage", "met"]);
    const seats = partIn(parts, { field: "owner", subField: "seats", operator: "=" }, owner);
    expect(operatorsOf(seats.spec)).toContain(">=");
    const other = partIn(parts, { field: "owner", subField: "team.name", operator: "=" }, owner);
    expect([other.title, operatorsOf(other.spec)[0]]).toEqual(["team name", "LIKE"]);
  });

  it("are written in words", () => {
    const row = { field: "phone", subField: "extension", operator: "=" as const, value: "12" };
    expect(rowText(row, [phone])).toBe("Phone extension is 12");
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
