// @vitest-environment node
import { expect, it } from "vitest";
import type { SimulatedCall } from "./api";
import { canAnswer, canTalk, isOver, ordered, ourNumber, outsideNumber, typedPerson } from "./rules";

const call = (part: Partial<SimulatedCall>): SimulatedCall => ({
  sid: "CA1",
  direction: "inbound",
  from: "+14155550134",
  to: "+12065550101",
  status: "ringing",
  started_at: "2026-11-21T04:00:00Z",
  answered_at: null,
  ended_at: null,
  heard: [],
  browser: false,
  ...part,
});

it("lets the outside party answer only what rings there", () => {
  expect(canAnswer(call({ direction: "outbound" }))).toBe(true);
  expect(canAnswer(call({ direction: "inbound" }))).toBe(false);
  expect(canAnswer(call({ direction: "outbound", answered_at: "2026-11-21T04:00:05Z" }))).toBe(false);
  expect(canAnswer(call({ direction: "outbound", status: "no-answer" }))).toBe(false);
});

it("lets a browser speak only for a person on the phone", () => {
  const answered_at = "2026-11-21T04:00:05Z";
  expect(canTalk(call({ status: "in-progress", answered_at }))).toBe(true);
  expect(canTalk(call({}))).toBe(false);
  expect(canTalk(call({ status: "completed", answered_at, ended_at: answered_at }))).toBe(false);
});

it("names both sides by the direction", () => {
  expect(outsideNumber(call({}))).toBe("+14155550134");
  expect(ourNumber(call({}))).toBe("+12065550101");
  expect(outsideNumber(call({ direction: "outbound", from: "+12065550101", to: "+14155550134" }))).toBe(
    "+14155550134",
  );
});

it("lists live calls first and only the latest of those that are over", () => {
  const calls = [
    call({ sid: "old", status: "completed", started_at: "2026-11-21T01:00:00Z" }),
    call({ sid: "late", status: "completed", started_at: "2026-11-21T03:00:00Z" }),
    call({ sid: "live", started_at: "2026-11-21T02:00:00Z" }),
  ];
  expect(ordered(calls, 1).map(({ sid }) => sid)).toEqual(["live", "late"]);
  expect(isOver(call({ ended_at: "2026-11-21T05:00:00Z" }))).toBe(true);
});

it("takes a typed number as a person", () => {
  expect(typedPerson("(415) 555-0134")?.number).toBe("+14155550134");
  expect(typedPerson("Ada")).toBeUndefined();
});
