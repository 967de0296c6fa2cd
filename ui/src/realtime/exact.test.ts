// @vitest-environment node
import { expect, it } from "vitest";
import { parseJson, writeJson } from "@/lib/exact";
import { parser } from "./parser";

const text = `{"whole":9007199254740993,"all":[-9223372036854775808, 9223372036854775807,9007199254740991,1.5,0.30000000000000004,1e+23],"text":"a \\"quoted\\": 9007199254740993, and [9007199254740993","sid":"12345678901234567890"}`;

it("keeps the digits of whole numbers beyond 2^53, both ways", () => {
  const read = parseJson(text) as { whole: unknown; all: unknown[]; text: string };
  expect(read.whole).toBe(9007199254740993n);
  expect(read.all).toEqual([
    -9223372036854775808n,
    9223372036854775807n,
    9007199254740991,
    1.5,
    0.30000000000000004,
    1e23,
  ]);
  expect(read.text).toBe('a "quoted": 9007199254740993, and [9007199254740993');
  expect(writeJson(read)).toBe(text.replace("8, 9", "8,9"));
  expect(parseJson("9007199254740993")).toBe(9007199254740993n);
  expect(writeJson([1, "x", undefined])).toBe(JSON.stringify([1, "x", null]));
  expect(JSON.stringify({ whole: read.whole })).toBe('{"whole":"9007199254740993"}');
});

it("keeps them in packets of the socket", () => {
  const heard: unknown[] = [];
  const decoder = new parser.Decoder();
  decoder.on("decoded", (packet) => heard.push(packet.data));
  decoder.add(`2["change",${text}]`);
  decoder.add('2["change",{"whole":7}]');
  expect(heard).toMatchObject([
    ["change", { whole: 9007199254740993n }],
    ["change", { whole: 7 }],
  ]);
});
