import type { WireRecord } from "@/api";

export interface SpendNotice {
  /** Such as 2026-11, by UTC. */
  month: string;
  percent: number;
  stop_usd: number;
}

/** The notice of this month's spending, unless the stop was moved since. */
export function spendNotice(organization: WireRecord | undefined, now: Date): SpendNotice | undefined {
  const notice = organization?.outbound_notice as SpendNotice | null | undefined;
  const settings = organization?.settings as { spend?: { monthly_stop_usd?: number } } | undefined;
  const isPresent =
    notice?.month === now.toISOString().slice(0, 7) && notice.stop_usd === settings?.spend?.monthly_stop_usd;
  return isPresent ? notice : undefined;
}
