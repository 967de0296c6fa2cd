import { describe, expect, it } from "vitest";
import { csvOf, keysOf, linkOf, textOf } from "./rows";

const mia = { id: "u1", name: "Mia Reyes", schema: { id: "s", api_name: "user", title: "User" } };

describe("rows", () => {
  it("have the keys of all of them, in their order", () => {
    expect(keysOf([{ b: 1, a: 2 }, { c: 3 }])).toEqual(["b", "a", "c"]);
    expect(keysOf([])).toEqual([]);
  });

  it("lead to the records that they refer to", () => {
    expect(linkOf(mia)).toEqual({ id: "u1", name: "Mia Reyes", object: "user" });
    expect(linkOf({ ...mia, name: null })).toMatchObject({ name: "u1" });
    expect(linkOf({ id: "u1" })).toBeUndefined();
    expect(linkOf("u1")).toBeUndefined();
  });

  it("are told as people read them", () => {
    expect([null, undefined, true, false, 12.5, "x"].map(textOf)).toEqual(["", "", "Yes", "No", "12.5", "x"]);
    expect(textOf(mia)).toBe("Mia Reyes");
    expect(textOf([mia, mia])).toBe("Mia Reyes, Mia Reyes");
    expect(textOf(["a", "b"])).toBe("a, b");
    expect(textOf({ city: "Seattle" })).toBe('{"city":"Seattle"}');
  });
});

describe("CSV", () => {
  it("quotes what has to be", () => {
    expect(csvOf([{ name: 'A "big", one\nof two', n: 1, yes: true, who: mia }])).toBe(
      'name,n,yes,who\r\n"A ""big"", one\nof two",1,true,Mia Reyes\r\n',
    );
  });

  it("hands no formula to a spreadsheet, and leaves numbers alone", () => {
    expect(csvOf([{ a: "=1+1", b: "@x", c: "-5", d: "+12065550100", e: -5, f: "-x" }])).toBe(
      "a,b,c,d,e,f\r\n'=1+1,'@x,-5,+12065550100,-5,'-x\r\n",
    );
  });
});
