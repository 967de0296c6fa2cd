import type { Zone } from "./zones";

/** A zone in a list: its city, where that is, and what its clocks are set to. */
export const ZoneLine = ({ zone }: { zone: Zone }) => (
  <>
    <span className="shrink-0 truncate">{zone.city}</span>
    <span className="min-w-0 flex-1 truncate text-meta text-n11">{zone.area}</span>
    <span className="shrink-0 text-meta text-n11 tabular-nums">{zone.offset}</span>
  </>
);
