import { describe, expect, it } from "vitest";
import type { ObjectSchema } from "@/api";
import { adoptZone } from "@/lib/zone";
import { addressLines, withPart } from "./address/value";
import type { FieldSpec } from "./contract";
import { readMoney } from "./currency/read";
import { formatMoney } from "./currency/value";
import { formatDay } from "./date/value";
import { formatMoment, fromLocalInput, toLocalInput } from "./date-time/value";
import { isEmail } from "./email/type";
import { choiceLabel, choiceTone } from "./enum/value";
import { itemsOf, withTyped } from "./multi-select/value";
import { formatNumber, parseNumber, readNumber } from "./number/value";
import { formatPhoneValue, nationalPart, readPhone } from "./phone/value";
import { kindOf } from "./registry";
import { fieldsOf } from "./spec";
import { formatClock } from "./time/value";
import { safeLink } from "./url/type";
import { isEmpty, isSame } from "./value";

describe("phones", () => {
  const read = (number: string, code = "+1", extension = "") => readPhone({ code, number, extension });

  it("reads national numbers as people write them", () => {
    for (const typed of ["(206) 555-0101", "206.555.0101", "2065550101", "1 206 555 0101"]) {
      expect(read(typed), typed).toEqual({
        value: {
          country_code: "+1",
          phone_number: "+12065550101",
          friendly_number: "(206) 555-0101",
          extension: null,
        },
      });
    }
  });

  it("drops the zero that the British write", () => {
    expect(read("020 7946 0018", "+44").value?.phone_number).toBe("+442079460018");
  });

  it("takes the country from a whole number", () => {
    expect(read("+44 20 7946 0018", "+1").value).toMatchObject({
      country_code: "+44",
      phone_number: "+442079460018",
    });
    expect(read("+1 206 555 0101", "+44").value).toMatchObject({
      country_code: "+1",
      phone_number: "+12065550101",
    });
  });

  it("keeps the extension's digits", () => {
    expect(read("2065550101", "+1", "x12").value?.extension).toBe("12");
  });

  it("is none when nothing was typed, and invalid when it can't be dialled", () => {
    expect(read("")).toEqual({ value: null });
    for (const typed of ["555-0101", "206555010", "call me", "+99 1"]) {
      expect(read(typed), typed).toMatchObject({ problem: "invalid", value: { friendly_number: typed } });
    }
    expect(read("", "+1", "12")).toMatchObject({ problem: "invalid" });
  });

  it("shows a number by its country, with its extension", () => {
    const phone = { country_code: "+1", phone_number: "+12065550101", extension: "7" };
    expect(formatPhoneValue(phone)).toBe("(206) 555-0101 ext. 7");
    expect(nationalPart(phone)).toBe("(206) 555-0101");
    expect(formatPhoneValue(null)).toBe("");
  });
});

describe("numbers", () => {
  it("reads what can be counted and refuses the rest", () => {
    expect(parseNumber(" 1,250.5 ", false)).toEqual({ value: 1250.5 });
    expect(parseNumber("", true)).toEqual({ value: null });
    expect(parseNumber("-7", true)).toEqual({ value: -7 });
    expect(parseNumber("1.5", true)).toEqual({ problem: "whole" });
    expect(parseNumber("1e9", false)).toEqual({ problem: "number" });
    expect(parseNumber("seven", false)).toEqual({ problem: "number" });
  });

  it("keeps all digits or says why not", () => {
    expect(readNumber("9,007,199,254,740,993", true)).toEqual({ value: 9007199254740993n });
    expect(readNumber("-9223372036854775808", true)).toEqual({ value: -9223372036854775808n });
    expect(readNumber("9223372036854775808", true)).toEqual({ problem: "range" });
    expect(readNumber("42.0", true)).toEqual({ value: 42 });
    expect(readNumber("4.2", true)).toEqual({ problem: "whole" });
    expect(readNumber("9007199254740993", false)).toEqual({ problem: "digits" });
    expect(readNumber("0.12345678901234567", false)).toEqual({ problem: "digits" });
    expect(readNumber("0.30000000000000004", false)).toEqual({ value: 0.30000000000000004 });
    expect(readNumber("1.10", false)).toEqual({ value: 1.1 });
    expect(readNumber("1e+23", false)).toEqual({ value: 1e23 });
    expect(formatNumber(9007199254740993n)).toMatch(/^9.?007.?199.?254.?740.?993$/);
    expect(formatNumber(0.1234567891)).toMatch(/^0.1234567891$/);
  });

  it("writes nothing for what is no number", () => {
    expect(formatNumber("12")).toBe("");
    expect(formatNumber(Number.NaN)).toBe("");
    expect(formatNumber(1250)).toMatch(/1.?250/);
    expect(formatNumber(2 ** 53 - 1)).not.toContain("≈");
    expect(formatNumber(JSON.parse("9007199254740993"))).toMatch(/^≈ 9/);
    expect(formatNumber(-(2 ** 60))).toMatch(/^≈ -1/);
  });
});

it("turns moments to the local control and back without losing the minute", () => {
  const moment = "2026-11-21T04:54:00.000Z";
  expect(fromLocalInput(toLocalInput(moment))).toBe(moment);
  adoptZone("Asia/Tokyo");
  expect(toLocalInput(moment)).toBe("2026-11-21T13:54");
  expect(fromLocalInput("2026-11-21T13:54")).toBe(moment);
  adoptZone(null);
  expect(formatMoment("2026-03-09")).toBe(formatDay("2026-03-09"));
  expect(toLocalInput("not a date")).toBe("");
  expect(fromLocalInput("")).toBeNull();
});

describe("days", () => {
  it("are the same in every zone, in any year", () => {
    expect(formatDay("2026-03-09")).toBe("Mar 9, 2026");
    expect(formatDay("2024-02-29")).toBe("Feb 29, 2024");
    expect(formatDay("0050-01-01")).toMatch(/^Jan 1, 50/);
    for (const value of [null, "", "2026-03", 20_260_309, "2026-03-09T00:00:00Z"]) {
      expect(formatDay(value)).toBe("");
    }
  });
});

it("writes the time of a clock on the wall, the same in every zone", () => {
  const plain = (value: unknown) => formatClock(value).replace(/\s/g, " ");
  expect(plain("14:30")).toBe("2:30 PM");
  expect(plain("00:00:05")).toBe("12:00:05 AM");
  for (const value of [null, "", "14", 1430, "2026-03-09T14:30:00Z"]) {
    expect(formatClock(value)).toBe("");
  }
});

describe("amounts of money", () => {
  const amount = (unit?: string) => {
    const property = { title: "", type: "number", format: "currency", ...(unit ? { unit } : {}) };
    return { property } as unknown as FieldSpec;
  };

  it("are written in their currency, to the hundredth", () => {
    expect(formatMoney(1250.5, amount())).toBe("$1,250.50");
    expect(formatMoney(-0.1, amount("USD"))).toBe("-$0.10");
    expect(formatMoney(9_999_999_999_999.99, amount("EUR"))).toBe("€9,999,999,999,999.99");
    expect(formatMoney(12, amount("JPY"))).toBe("¥12");
    expect(formatMoney(12.5, amount("JPY"))).toBe("¥12.5");
    expect(formatMoney(12.5, amount("points"))).toBe("12.50 points");
    expect(formatMoney("12", amount())).toBe("");
  });

  it("are read with their sign, and refused where they can't be kept", () => {
    expect(readMoney("$1,250.50")).toEqual({ value: 1250.5 });
    expect(readMoney("EUR 12")).toEqual({ value: 12 });
    expect(readMoney("-12.500")).toEqual({ value: -12.5 });
    expect(readMoney(" ")).toEqual({ value: null });
    expect(readMoney("12.345")).toEqual({ problem: "decimals" });
    expect(readMoney("12.001")).toEqual({ problem: "decimals" });
    expect(readMoney("9999999999999.99")).toEqual({ value: 9_999_999_999_999.99 });
    expect(readMoney("10,000,000,000,000")).toEqual({ problem: "size" });
    for (const typed of ["much", "$", "1.2.3"]) {
      expect(readMoney(typed), typed).toEqual({ problem: "number" });
    }
  });
});

describe("links", () => {
  it("gives http:// to what has no scheme", () => {
    expect(safeLink("example.com/a")).toBe("http://example.com/a");
    expect(safeLink("HTTPS://example.com")).toBe("https://example.com/");
    expect(safeLink("localhost:8080/x")).toBe("http://localhost:8080/x");
  });

  it("refuses what must not be followed", () => {
    for (const typed of [
      "javascript:alert(1)",
      "mailto:a@b.c",
      "/etc",
      "a b.c",
      "http://me:pw@example.com",
      "",
    ]) {
      expect(safeLink(typed), typed).toBeUndefined();
    }
  });
});

it("knows an address from a word", () => {
  expect(isEmail("ada@example.com")).toBe(true);
  for (const typed of ["ada", "ada@", "ada@example", "a b@example.com"]) {
    expect(isEmail(typed), typed).toBe(false);
  }
});

it("says choices in words", () => {
  expect(choiceLabel("no-answer")).toBe("No answer");
  expect(choiceLabel("do_not_disturb")).toBe("Do not disturb");
  expect(choiceLabel("Voicemail left")).toBe("Voicemail left");
  expect(choiceLabel(null)).toBe("");
  expect(choiceTone("failed")).toBe("danger");
  expect(choiceTone("never heard of")).toBe("neutral");
});

it("adds typed entries once, whatever their case", () => {
  expect(withTyped(["Trade show"], "vip, trade show,, VIP\nLocal")).toEqual(["Trade show", "vip", "Local"]);
  expect(itemsOf(["a", 7, null])).toEqual(["a"]);
});

it("writes an address as an envelope has it, and drops an emptied one", () => {
  const home = {
    line1: "2380 Patel Street",
    city: "Seattle",
    state: "WA",
    postal_code: "98188",
    country: "US",
  };
  expect(addressLines(home)).toEqual(["2380 Patel Street", "Seattle, WA 98188", "US"]);
  expect(addressLines({ ...home, line2: "Suite 4", additional_info: "Ring twice" })).toEqual([
    "2380 Patel Street",
    "Suite 4",
    "Ring twice",
    "Seattle, WA 98188",
    "US",
  ]);
  expect(withPart({ city: "Seattle" }, "city", "")).toBeNull();
  expect(withPart(null, "city", "Tacoma")).toEqual({ city: "Tacoma" });
});

describe("equality", () => {
  it("takes every kind of nothing as the same", () => {
    expect(isSame(null, "")).toBe(true);
    expect(isSame([], undefined)).toBe(true);
    expect(isSame({ city: "" }, null)).toBe(true);
    expect(isEmpty(false)).toBe(false);
    expect(isEmpty(0)).toBe(false);
  });

  it("compares composites by what they hold and references by id", () => {
    expect(isSame({ phone_number: "+1", extension: null }, { phone_number: "+1" })).toBe(true);
    expect(isSame({ id: "a", name: "Ada" }, { id: "a" })).toBe(true);
    expect(isSame({ id: "a" }, { id: "b" })).toBe(false);
    expect(isSame({ id: "a", schema: "contact" }, { id: "a", schema: "user" })).toBe(false);
    expect(isSame(["x"], ["y"])).toBe(false);
    expect(isSame(["x", "y"], ["x"])).toBe(false);
  });
});

describe("kinds", () => {
  it("go by format, then by type, and fall back on what is plain", () => {
    expect(kindOf({ title: "", type: ["array", "null"], format: "lookup" })).toBe("lookup-list");
    expect(kindOf({ title: "", type: ["object", "null"], format: "lookup" })).toBe("lookup");
    expect(kindOf({ title: "", type: "string", format: "rich-text" })).toBe("rich-text");
    expect(kindOf({ title: "", type: "string", format: "picklist" })).toBe("text");
    expect(kindOf({ title: "", type: "string", format: "picklist", enum: ["a"] })).toBe("enum");
    expect(kindOf({ title: "", type: ["integer", "null"] })).toBe("number");
    expect(kindOf({ title: "", type: "string", format: "something new" })).toBe("text");
    expect(kindOf({ title: "", type: "object", format: "something new" })).toBe("json");
  });

  it("know what is required and what the reader may change", () => {
    const schema: ObjectSchema = {
      api_name: "note",
      title: "Note",
      name_field: "name",
      required: ["name"],
      rights: { create: true, read: true, update: true, delete: true },
      properties: {
        id: { title: "Id", type: "string", system: true },
        name: { title: "Name", type: "string", modify: true },
        created_date: {
          title: "Created Date",
          type: "string",
          format: "date-time",
          modify: false,
          system: true,
        },
      },
    };
    const [name, created, ...rest] = fieldsOf(schema);
    expect(rest).toEqual([]);
    expect(name).toMatchObject({ name: "name", isRequired: true, isNullable: false, isEditable: true });
    expect(created).toMatchObject({ kind: "date-time", isSystem: true, isEditable: false });
  });
});
