import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ApiError } from "@/api";
import { refusalOf, statuses } from "@/realtime/refusals";
import { pauseAfter } from "./sending";

const refused = (code: string, retry_after?: number) =>
  refusalOf({ code, detail: "Not now.", ...(retry_after === undefined ? {} : { retry_after }) });

/** Whether what was written goes again by itself, and after how many milliseconds at first. */
const again: Readonly<Record<string, number | undefined>> = {
  malformed: undefined,
  unauthenticated: 1_000,
  forbidden: undefined,
  second_factor_required: undefined,
  not_found: undefined,
  conflict: undefined,
  version_conflict: undefined,
  too_large: undefined,
  unsupported: undefined,
  invalid: undefined,
  rate_limited: 7_000,
  internal: undefined,
  unavailable: 7_000,
  storage_full: 7_000,
};

describe("a refusal by the socket", () => {
  it("is known by each code that the contract names", () => {
    const contract = readFileSync("../docs/realtime.md", "utf8");
    const table = contract.slice(
      contract.indexOf("| `code` | meaning | retry? |"),
      contract.indexOf("### Commands"),
    );
    const codes = [...table.matchAll(/^\| (`[a-z_`, ]+`) \|/gm)].flatMap(([, names = ""]) =>
      [...names.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code),
    );
    expect(codes.filter((code) => code !== "code").sort()).toEqual(Object.keys(statuses).sort());
    expect(Object.keys(again).sort()).toEqual(Object.keys(statuses).sort());
  });

  it.each(Object.entries(again))("%s: what was written goes again after %s", (code, pause) => {
    const error = refused(code, code === "unauthenticated" ? undefined : 7);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code, status: statuses[code], message: "Not now." });
    expect(pauseAfter(error, 0)).toBe(pause);
  });

  it("asks for no longer wait than people bear: then it goes by its own pauses, or is given back", () => {
    expect(pauseAfter(refused("rate_limited", 3_600), 0)).toBeUndefined();
    expect(pauseAfter(refused("unavailable", 3_600), 0)).toBe(60_000);
    expect(pauseAfter(refused("unavailable"), 3)).toBe(8_000);
    expect(pauseAfter(refused("unavailable", 2), 5)).toBe(30_000);
  });
});
