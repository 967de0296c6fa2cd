import { describe, expect, it } from "vitest";
import { ApiError } from "@/api";
import { words } from "./messages";
import { shortName } from "./objects";
import { fileOf, readErrorOf } from "./reading";
import { rowsOf } from "./viewer/CsvPreview";
import { decode, isTooLarge, kindOf } from "./viewer/kinds";

const file = (content_type: string, size = 1) => ({ id: "x", version: 1, content_type, size });

describe("the viewer", () => {
  it("shows pages and drawings as text, and what it does not know not at all", () => {
    for (const [type, kind] of [
      ["image/png", "image"],
      ["image/svg+xml", "text"],
      ["text/html; charset=utf-8", "text"],
      ["text/csv", "csv"],
      ["application/pdf", "pdf"],
      ["video/mp4", "video"],
      ["audio/mpeg", "audio"],
      ["application/json", "text"],
      ["application/zip", undefined],
      ["", undefined],
    ] as const) {
      expect(kindOf(file(type)), type).toBe(kind);
    }
  });

  it("shows the beginning of a long text, and no picture that is too large", () => {
    expect(isTooLarge("text", file("text/plain", 1e9))).toBe(false);
    expect(isTooLarge("image", file("image/png", 1e9))).toBe(true);
  });

  it("reads texts of several encodings", () => {
    expect(decode(new Uint8Array([0x47, 0x72, 0xc3, 0xbc, 0xc3, 0x9f, 0x65]))).toBe("Grüße");
    expect(decode(new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65]))).toBe("Grüße");
    expect(decode(new Uint8Array([0xff, 0xfe, 0x47, 0x00, 0xfc, 0x00]))).toBe("Gü");
    expect(decode(new Uint8Array([0x61, 0xc3]))).toBe("a"); // cut in the middle of a character
  });

  it("reads tables with the separator that they have", () => {
    expect(rowsOf('name;city\n"Whitfield; Dana";Boston\n\n').rows).toEqual([
      ["name", "city"],
      ["Whitfield; Dana", "Boston"],
    ]);
    const { rows, isMore } = rowsOf("a,b\n".repeat(2000));
    expect([rows.length, isMore]).toEqual([501, true]);
    expect(rowsOf("")).toEqual({ rows: [], isMore: false });
  });
});

it("cuts names at 30 characters", () => {
  expect(shortName("x".repeat(30))).toBe("x".repeat(30));
  expect(shortName("ü".repeat(31))).toBe(`${"ü".repeat(30)}…`);
});

it("knows the file that a record is, or refers to", () => {
  expect(fileOf({ id: "a", version: 1, content_type: null })).toBe("a");
  expect(fileOf({ id: "a", version: 1, file: { id: "b" } })).toBe("b");
  expect(fileOf({ id: "a", version: 1, file: null })).toBeUndefined();
});

it("says what happened in the words of the catalog", () => {
  expect(readErrorOf(new ApiError(503, { detail: "Away." }))).toBe("Failed to retrieve file: 503 Away.");
  expect(readErrorOf(new ApiError(0, {}))).toBe("An unexpected error occurred while processing the file.");
  expect(words.createError("No.")).toBe("Error creating related file No.");
});
