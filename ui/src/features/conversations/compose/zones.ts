/** A time of day on a day, as a field for it holds it: 2026-11-27T09:00. */
export type Local = string;

const pad = (value: number) => String(value).padStart(2, "0");

/** What clocks and calendars in a zone show at a moment. */
export function localIn(zone: string, at: Date): Local {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

const asUtc = (local: Local) => Date.parse(`${local}:00Z`);

/** The moment at which clocks in a zone show a time; where they skip it, the one behind the gap. */
export function momentIn(zone: string, local: Local): Date | undefined {
  const wanted = local === "" ? Number.NaN : asUtc(local);
  if (Number.isNaN(wanted)) {
    return undefined;
  }
  // The offset of the zone depends on the moment: the second try has the right one, except in a gap.
  let at = wanted;
  for (let tries = 0; tries < 3; tries++) {
    const shown = asUtc(localIn(zone, new Date(at)));
    if (shown === wanted) {
      break;
    }
    at += wanted - shown;
  }
  return new Date(at);
}

/** A day and an hour so many days after a moment, by the calendar of a zone. */
export function dayAt(zone: string, from: Date, days: number, hour: number): Local {
  const day = new Date(asUtc(localIn(zone, from)) + days * 86_400_000);
  return `${day.getUTCFullYear()}-${pad(day.getUTCMonth() + 1)}-${pad(day.getUTCDate())}T${pad(hour)}:00`;
}

/** The days until the next Monday, by the calendar of a zone. */
export function daysToMonday(zone: string, from: Date): number {
  const day = new Date(asUtc(localIn(zone, from))).getUTCDay();
  return (8 - day) % 7 || 7;
}
