import { describe, expect, it } from "vitest";
import type { ObjectSchema, WireRecord } from "@/api";
import { type FieldSpec, fieldsOf } from "@/fields";
import { cleared, filledDown, pasted, type Sheet } from "./blocks";
import { cellText, parseCells, readCell, rememberCopied, writeCells } from "./clipboard";
import { answered, cellProblem, type Drafts, edited, rowsToSend, settled, wrongCells } from "./drafts";
import { readPage } from "./jsonEdit";
import { at, edges, pressed, tabbed } from "./range";

const property = (title: string, rest: object) => ({ title, width: 150, modify: true, sort: true, ...rest });

const schema = {
  api_name: "deal",
  title: "Deal",
  required: ["name"],
  properties: {
    name: property("Name", { type: "string" }),
    rush: property("Rush", { type: ["boolean", "null"] }),
    seats: property("Seats", { type: ["integer", "null"] }),
    stage: property("Stage", { type: ["string", "null"], format: "enum", enum: ["New", "Won"] }),
    due: property("Due", { type: ["string", "null"], format: "date" }),
    met: property("Met", { type: ["string", "null"], format: "date-time" }),
    phone: property("Phone", { type: ["object", "null"], format: "phone" }),
    sum: property("Sum", { type: ["number", "null"], format: "currency" }),
    tags: property("Tags", { type: ["array", "null"], format: "multi-select", sort: false }),
    made: property("Made", { type: ["string", "null"], format: "date", modify: false }),
  },
} as unknown as ObjectSchema;

const fields = fieldsOf(schema);
const field = (name: string) => fields.find((one) => one.name === name) as FieldSpec;

describe("cells of a spreadsheet", () => {
  it("are read and written with their quotes, tabs and lines", () => {
    const cells = [
      ["a", "b\tc", 'say "hi"'],
      ["", "two\nlines", "=1+1"],
    ];
    expect(parseCells(writeCells(cells))).toEqual(cells);
    expect(parseCells("a\tb\r\nc\td\r\n")).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    expect(parseCells('5" pipe\tx')).toEqual([['5" pipe', "x"]]);
    expect(parseCells('"open\tx')).toEqual([['"open', "x"]]);
    expect(parseCells("")).toEqual([[""]]);
    expect(parseCells("a\t\t\n\tb")).toEqual([
      ["a", "", ""],
      ["", "b"],
    ]);
  });

  it("stay fast however many they are", () => {
    const text = writeCells(Array.from({ length: 10_000 }, () => Array.from({ length: 50 }, () => "x")));
    const begun = performance.now();
    expect(parseCells(text)).toHaveLength(10_000);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });

  it("mean values of their fields, or say what is wrong", () => {
    const read = (name: string, text: string) => readCell(field(name), text);
    expect(read("name", " =SUM(A1) ").value).toBe(" =SUM(A1) ");
    expect(read("name", " ")).toEqual({ value: null, problem: "Name is required" });
    expect(read("seats", "1,200")).toEqual({ value: 1200 });
    expect(read("seats", "1.5").problem).toBe("Enter a whole number");
    expect(read("seats", "")).toEqual({ value: null });
    expect(read("rush", "Yes")).toEqual({ value: true });
    expect(read("rush", "perhaps").problem).toBe("Enter yes or no");
    expect(read("stage", "won")).toEqual({ value: "Won" });
    expect(read("stage", "Lost").problem).toBe("“Lost” is not an option");
    expect(read("due", "3/9/2026")).toEqual({ value: "2026-03-09" });
    expect(read("due", "2026-02-30").problem).toBe("Enter a date such as 2026-03-09");
    expect(read("sum", "$1,234.50")).toEqual({ value: 1234.5 });
    expect(read("tags", "a, b")).toEqual({ value: ["a", "b"] });
    expect(read("phone", "(212) 555-0171 ext. 12").value).toMatchObject({
      phone_number: "+12125550171",
      extension: "12",
    });
    expect(read("phone", "12").problem).toBe("Invalid Phone");
    expect(read("met", "whenever").problem).toContain("Enter a date and time");
  });

  it("read back as what they were written of", () => {
    const values: Record<string, unknown> = {
      name: "Acme",
      seats: 1200,
      stage: "Won",
      due: "2026-03-09",
      met: "2026-03-09T14:30:00.000Z",
      sum: 12.5,
      rush: false,
      tags: ["a", "b"],
    };
    for (const [name, value] of Object.entries(values)) {
      expect(readCell(field(name), cellText(field(name), value))).toEqual({ value });
    }
  });
});

const ids = ["r1", "r2", "r3"];
const stored: Record<string, WireRecord> = Object.fromEntries(
  ids.map((id, index) => [id, { id, version: 4, name: `Deal ${index}`, seats: index, stage: "New" }]),
);
const read = (id: string) => stored[id];
const columns = ["name", "seats", "stage", "made"].map(field);
const sheet: Sheet = {
  ids,
  columns,
  valueOf: (id, { name }) => stored[id]?.[name],
  mayEdit: (_, { isEditable }) => isEditable,
};
const block = (row: number, column: number, toRow = row, toColumn = column) => ({
  from: { row, column },
  to: { row: toRow, column: toColumn },
});
const summary = (
  edits: readonly { id: string; field: FieldSpec; value: unknown; problem?: string | undefined }[],
) => edits.map(({ id, field: { name }, value, problem }) => [id, name, value, ...(problem ? [problem] : [])]);

describe("a block of cells", () => {
  it("is pasted from its top left, as far as the table goes", () => {
    const paste = pasted(sheet, block(1, 0), "A\t7\tWon\tx\ty\nB\tmany\tLost\tx\ty\nC\t8\tNew\tx\ty");
    expect(summary(paste.edits)).toEqual([
      ["r2", "name", "A"],
      ["r2", "seats", 7],
      ["r2", "stage", "Won"],
      ["r3", "name", "B"],
      ["r3", "seats", "many", "Enter a whole number"],
      ["r3", "stage", "Lost", "“Lost” is not an option"],
    ]);
    expect(paste).toMatchObject({ rows: 3, fitRows: 2, columns: 5, fitColumns: 4 });
  });

  it("is filled by one cell, by its first row, or emptied", () => {
    expect(summary(pasted(sheet, block(0, 1, 2, 1), "9").edits)).toEqual(ids.map((id) => [id, "seats", 9]));
    expect(summary(filledDown(sheet, block(0, 1, 2, 1)))).toEqual([
      ["r2", "seats", 0],
      ["r3", "seats", 0],
    ]);
    expect(summary(filledDown(sheet, block(2, 0)))).toEqual([["r3", "name", "Deal 1"]]);
    expect(filledDown(sheet, block(0, 0))).toEqual([]);
    expect(summary(cleared(sheet, block(0, 0, 0, 3)))).toEqual([
      ["r1", "name", null, "Name is required"],
      ["r1", "seats", null],
      ["r1", "stage", null],
    ]);
  });

  it("comes back as the values that were copied", () => {
    const owner = { ...field("name"), kind: "lookup", name: "owner", isRequired: false };
    const one = { id: "u1", name: "Ada" };
    rememberCopied("Ada", [owner], [[one]]);
    const people: Sheet = { ...sheet, columns: [owner] };
    expect(pasted(people, block(0, 0), "Ada").edits[0]?.value).toEqual(one);
    expect(pasted(people, block(0, 0), "Bo").edits[0]?.problem).toBe("Choose a record for “Bo”");
  });

  it("is moved and grown by keys", () => {
    const size = { rows: 3, columns: 4 };
    const press = (key: string, rest: object = {}) => ({ key, shiftKey: false, isMod: false, ...rest });
    expect(pressed(block(0, 0), press("ArrowDown"), size)).toEqual(at({ row: 1, column: 0 }));
    expect(pressed(block(0, 0), press("ArrowUp"), size)).toEqual(at({ row: 0, column: 0 }));
    expect(pressed(block(0, 0), press("End", { isMod: true }), size)).toEqual(at({ row: 2, column: 3 }));
    const grown = pressed(block(1, 1), press("ArrowLeft", { shiftKey: true }), size);
    expect(grown && edges(grown)).toEqual({ top: 1, bottom: 1, left: 0, right: 1 });
    expect(pressed(block(1, 1), press("x"), size)).toBeUndefined();
    expect(tabbed({ row: 0, column: 3 }, false, size)).toEqual({ row: 1, column: 0 });
    expect(tabbed({ row: 0, column: 0 }, true, size)).toBeUndefined();
    expect(tabbed({ row: 2, column: 3 }, false, size)).toBeUndefined();
  });
});

describe("what was typed into rows", () => {
  const put = (id: string, name: string, value: unknown, problem?: string) => ({
    id,
    field: field(name),
    value,
    problem,
  });

  it("is sent as far as it differs and can be stored", () => {
    const drafts = edited(
      {},
      [put("r1", "seats", 9), put("r1", "stage", "New"), put("r2", "seats", "x", "No")],
      read,
    );
    expect(rowsToSend(drafts, read, true)).toEqual([{ id: "r1", version: 4, seats: 9 }]);
    expect(wrongCells(drafts)).toBe(1);
    expect(edited(drafts, [put("r1", "seats", 0)], read).r1).toBeUndefined(); // back at what it was
    expect(wrongCells(edited({}, [put("r1", "name", null)], read))).toBe(1);
    expect(edited({}, [put("gone", "seats", 1)], read)).toEqual({});
  });

  it("stays where it was refused, or typed in between, and goes where it was stored", () => {
    const sent = edited({}, [put("r1", "seats", 9), put("r2", "seats", 9), put("r3", "seats", 9)], read);
    const later = edited(sent, [put("r3", "stage", "Won")], read);
    const after = answered(later, sent, [
      { id: "r1" },
      { id: "r2", detail: "Too many seats", errors: { seats: ["At most 5"] } },
      { id: "r3" },
    ]);
    expect(Object.keys(after)).toEqual(["r2", "r3"]);
    expect(after.r2?.reason).toBe("Too many seats");
    expect(cellProblem(after.r2, stored.r2 as WireRecord, field("seats"))).toBe("At most 5");
    expect(after.r3?.draft.edits).toEqual({ stage: "Won" });
  });

  it("survives that others change or delete the record", () => {
    const drafts: Drafts = edited({}, [put("r1", "seats", 9)], read);
    const changed = { ...(stored.r1 as WireRecord), seats: 5 };
    expect(cellProblem(drafts.r1, changed, field("seats"))).toBe("Changed by someone else. Now: 5");
    const gone = () => undefined;
    expect(rowsToSend(drafts, gone, true)).toEqual([]);
    expect(settled(drafts, gone)).toEqual(drafts);
    expect(settled(drafts, () => ({ ...changed, seats: 9 }))).toEqual({});
  });
});

describe("a page as JSON", () => {
  const records = new Map(Object.entries(stored));
  const readText = (text: string) => readPage(text, { schema, records });
  const written = (change: object) => JSON.stringify([{ ...stored.r1, ...change }, stored.r2], null, 2);

  it("gives what was changed", () => {
    const found = readText(written({ seats: 12, stage: "Won" }));
    expect("edits" in found && summary(found.edits)).toEqual([
      ["r1", "seats", 12],
      ["r1", "stage", "Won"],
    ]);
    expect(readText(written({}))).toEqual({ edits: [] });
  });

  it.each([
    [{ seats: "many" }, "Record 1, seats: The value must be integer or null"],
    [{ seats: 1.5 }, "Record 1, seats: The value must be integer or null"],
    [{ stage: "Lost" }, "Record 1, stage: “Lost” is not an option"],
    [{ name: "" }, "Record 1, name: Name is required"],
    [{ version: 9 }, "Record 1, version: This field can't be changed"],
    [{ made: "2026-03-09" }, "Record 1, made: This field can't be changed"],
    [{ shoes: 44 }, "Record 1, shoes: There is no such field"],
    [{ id: "r9" }, "Record 1 is not on this page. Records can't be added here"],
    [{ id: "r2" }, "Record 2 stands here twice"],
  ])("refuses %o", (change, fault) => {
    expect(readText(written(change))).toEqual({ fault });
  });

  it("says where it can't be read", () => {
    const broken = readText('[\n  {"id": "r1",}\n]');
    expect("fault" in broken && broken.fault).toMatch(/^Line 2, column \d+: /);
    expect(readText("{}")).toEqual({ fault: "The page must be an array of records" });
  });
});
