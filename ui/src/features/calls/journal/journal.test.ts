import { describe, expect, it } from "vitest";
import { customer, type Standing, type Step, shapeOf, standingAt } from "./journal";
import { sentenceOf } from "./sentences";

const began = Date.UTC(2026, 2, 1, 12);
let seq = 0;

/** An event so many seconds after the beginning. */
function step(seconds: number, kind: string, more: Partial<Step> = {}): Step {
  seq += 1;
  return { seq, at: new Date(began + seconds * 1000).toISOString(), kind, ...more };
}

const stands = (...list: [string, string][]): Standing[] => list.map(([who, state]) => ({ who, state }));

const steps = () => [
  step(0, "ringing", { parties: stands([customer, "waiting"]) }),
  step(0, "offered", { users: ["anna", "ben"], parties: stands(["anna", "ringing"], ["ben", "ringing"]) }),
  step(6, "accepted", { by: "anna", parties: stands(["anna", "connecting"], ["ben", "none"]) }),
  step(8, "connected", { by: "anna", parties: stands(["anna", "talking"], [customer, "talking"]) }),
  step(18, "sample", {
    by: "anna",
    line: { mos: 4.2, spoke: [{ from: 5_000, to: 2_000 }], heard: [{ from: 1_000, to: 0 }] },
  }),
  step(20, "held", { by: "anna", parties: stands(["anna", "holding"], [customer, "held"]) }),
  step(28, "sample", { by: "anna", line: { mos: 3.1, heard: [{ from: 4_000, to: 0 }] } }),
  step(29, "warning", { by: "anna", warning: "high-jitter" }),
  step(30, "resumed", { by: "anna", parties: stands(["anna", "talking"], [customer, "talking"]) }),
  step(35, "sample", { by: "anna", line: { heard: [{ from: 10_000, to: 2_000 }] } }),
  step(60, "ended", { status: "completed", parties: stands(["anna", "left"], [customer, "left"]) }),
];

describe("the shape of a call", () => {
  const shape = shapeOf(steps(), began + 999_000);
  const lane = (who: string) => shape.lanes.find((one) => one.who === who);

  it("lasts from its beginning to its end", () => {
    expect(shape.length).toBe(60_000);
    expect(shapeOf(steps().slice(0, -1), began + 70_000).length).toBe(70_000);
  });

  it("shows who stood how and when", () => {
    expect(lane("anna")?.bars).toEqual([
      { from: 0, to: 6_000, state: "ringing" },
      { from: 6_000, to: 8_000, state: "connecting" },
      { from: 8_000, to: 20_000, state: "talking" },
      { from: 20_000, to: 30_000, state: "holding" },
      { from: 30_000, to: 60_000, state: "talking" },
    ]);
    expect(lane(customer)?.bars.map(({ state }) => state)).toEqual(["waiting", "talking", "held", "talking"]);
  });

  it("names those apart for whom it only rang", () => {
    expect(lane("ben")).toBeUndefined();
    expect(shape.rung).toEqual(["ben"]);
  });

  it("shows who spoke, and the customer's voice only where it can be nobody else's", () => {
    expect(lane("anna")?.spoke).toEqual([{ from: 13_000, to: 16_000 }]);
    expect(lane(customer)?.spoke, "not while he was on hold").toEqual([
      { from: 17_000, to: 18_000 },
      { from: 30_000, to: 33_000 },
    ]);
  });

  it("shows how good a line was, and does not tell each measurement", () => {
    expect(lane("anna")?.points).toEqual([
      { at: 18_000, mos: 4.2 },
      { at: 28_000, mos: 3.1 },
    ]);
    expect(lane("anna")?.warnings).toEqual([29_000]);
    expect(shape.told.map(({ kind }) => kind)).not.toContain("sample");
  });
});

describe("a step of a call", () => {
  it("says how everybody stands", () => {
    const all = steps();
    const at = standingAt(all, all[5]);
    expect([...at.values()].map(({ who, state }) => [who, state])).toEqual([
      [customer, "held"],
      ["anna", "holding"],
      ["ben", "none"],
    ]);
  });

  it("is told in words", () => {
    const name = (who: string | undefined) => who ?? "Mia Ortiz";
    expect(steps().map((one) => sentenceOf(one, name))).toEqual([
      "Mia Ortiz called",
      "Rang for anna, ben",
      "anna accepted",
      "Both parties connected",
      "sample",
      "anna put Mia Ortiz on hold",
      "sample",
      "anna: uneven sound",
      "Mia Ortiz was taken off hold",
      "sample",
      "The call ended",
    ]);
    expect(sentenceOf(step(0, "offered", { users: ["a", "b", "c", "d", "e"] }), name)).toBe(
      "Rang for a, b, c and 2 more",
    );
  });
});
