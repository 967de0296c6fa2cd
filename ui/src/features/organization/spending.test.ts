// @vitest-environment node
import { expect, it } from "vitest";
import { spendNotice } from "./spending";

const now = new Date("2026-11-22T06:00:00Z");
const organization = (month: string, stop: number) => ({
  id: "o",
  version: 1,
  outbound_notice: { month, percent: 80, stop_usd: stop },
  settings: { spend: { monthly_stop_usd: 200 } },
});

it("tells of this month's spending only, and only while the stop stands", () => {
  expect(spendNotice(organization("2026-11", 200), now)?.percent).toBe(80);
  expect(spendNotice(organization("2026-10", 200), now)).toBeUndefined();
  expect(spendNotice(organization("2026-11", 100), now)).toBeUndefined();
  expect(spendNotice(undefined, now)).toBeUndefined();
  expect(spendNotice({ id: "o", version: 1 }, now)).toBeUndefined();
});
