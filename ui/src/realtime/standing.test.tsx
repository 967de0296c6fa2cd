import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { transact } from "@/store";
import { router } from "./router";
import { free, topicOfNumber, useStanding, useStandings } from "./standing";

const told = (number: string, snapshot: object) =>
  act(() => transact((tx) => router.snapshot(tx, `number:${number}`, snapshot)));

describe("how a number stands", () => {
  it.each([
    ["+12065550101", "number:+12065550101"],
    ["+5215512345678", "number:+525512345678"],
    ["(206) 555-0101", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%s is told in %s", (number, topic) => expect(topicOfNumber(number)).toBe(topic));

  it("is what the server says, live, and free until it says something", () => {
    const { result } = renderHook(() => useStanding("+12065550102"));
    expect(result.current).toEqual(free);
    told("+12065550102", { barred: true, opted_out: false });
    expect(result.current).toEqual({ isBarred: true, isOptedOut: false });
    told("+12065550102", { barred: false, opted_out: true });
    expect(result.current).toEqual({ isBarred: false, isOptedOut: true });
  });

  it("of several is what one of them is, and each by itself", () => {
    const { result } = renderHook(() => ({
      all: useStanding("+12065550103", "+12065550104", undefined),
      of: useStandings(["+12065550103", "+12065550104"]),
    }));
    told("+12065550104", { barred: true });
    expect(result.current.all.isBarred).toBe(true);
    expect(result.current.of("+12065550103").isBarred).toBe(false);
    expect(result.current.of("+12065550104").isBarred).toBe(true);
  });
});
