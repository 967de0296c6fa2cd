/** The days of a week as the server names them, in the order in which people read them. */
export const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Day = (typeof days)[number];

export const zones = [
  ["America/New_York", "-05:00"],
  ["America/Chicago", "-06:00"],
  ["America/Denver", "-07:00"],
  ["America/Los_Angeles", "-08:00"],
] as const;
const defaultZone = "America/New_York";

/** A part of a day, as a field for times has it: "09:00". An end that is not after the start is on the next day. */
export interface Range {
  start: string;
  end: string;
}

export interface DayHours {
  /** Undefined where nothing was said of the day. */
  isEnabled: boolean | undefined;
  ranges: readonly Range[];
}

export interface Holiday {
  date: string;
  name: string;
  isAllDay: boolean;
  start: string;
  end: string;
}

/** When somebody can be called. */
export interface Week {
  doNotDisturb: boolean;
  zone: string;
  days: Readonly<Record<Day, DayHours>>;
  holidays: readonly Holiday[];
}

export const mostRanges = 6;
export const usual: Range = { start: "09:00", end: "17:00" };
const unset: DayHours = { isEnabled: undefined, ranges: [] };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** A stored time of day as a field for times has it; "" for what is none. */
export function clockOf(value: unknown): string {
  const found = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([AP]M)?$/i.exec(textOf(value).trim());
  if (!found) {
    return "";
  }
  const [, hour = "", minute = "", half] = found;
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === "PM" ? 12 : 0) : Number(hour) % 24;
  return `${String(hours).padStart(2, "0")}:${minute}`;
}

function dayOf(stored: Record<string, unknown>, day: Day): DayHours {
  const enabled = stored[`${day}_enabled`];
  const first = { start: clockOf(stored[`${day}_start_time`]), end: clockOf(stored[`${day}_end_time`]) };
  const more = stored[`${day}_more_hours`];
  const ranges = [
    ...(first.start !== "" || first.end !== "" || enabled === true
      ? [{ start: first.start || "00:00", end: first.end || "00:00" }]
      : []),
    ...(Array.isArray(more) ? more : []).map((one) => ({
      start: clockOf(objectOf(one).start_time),
      end: clockOf(objectOf(one).end_time),
    })),
  ];
  return { isEnabled: typeof enabled === "boolean" ? enabled : undefined, ranges };
}

function holidayOf(stored: unknown): Holiday {
  const one = typeof stored === "string" ? { date: stored } : objectOf(stored);
  const start = clockOf(one.start_time);
  const end = clockOf(one.end_time);
  return {
    date: textOf(one.date).slice(0, 10),
    name: textOf(one.name),
    isAllDay: one.all_day === true || start === "" || end === "",
    start,
    end,
  };
}

/** The week of a stored availability. */
export function weekOf(availability: unknown): Week {
  const stored = objectOf(availability);
  return {
    doNotDisturb: stored.do_not_disturb === true,
    zone: textOf(stored.time_zone) || defaultZone,
    days: Object.fromEntries(days.map((day) => [day, dayOf(stored, day)])) as Record<Day, DayHours>,
    holidays: Array.isArray(stored.holidays) ? stored.holidays.map(holidayOf) : [],
  };
}

/** What is sent to store a week: parts that have no value are removed. */
export function writeWeek(week: Week): Record<string, unknown> {
  const out: Record<string, unknown> = {
    do_not_disturb: week.doNotDisturb,
    time_zone: week.zone,
    holidays: week.holidays.map(({ date, name, isAllDay, start, end }) => ({
      date,
      ...(name.trim() === "" ? {} : { name: name.trim() }),
      ...(isAllDay ? { all_day: true } : { start_time: start, end_time: end }),
    })),
  };
  for (const day of days) {
    const { isEnabled, ranges } = week.days[day];
    const [first, ...more] = ranges;
    out[`${day}_enabled`] = isEnabled ?? null;
    out[`${day}_start_time`] = first?.start ?? null;
    out[`${day}_end_time`] = first?.end ?? null;
    out[`${day}_more_hours`] =
      more.length > 0 ? more.map(({ start, end }) => ({ start_time: start, end_time: end })) : null;
  }
  return out;
}

const withDay = (week: Week, day: Day, hours: DayHours): Week => ({
  ...week,
  days: { ...week.days, [day]: hours },
});

export const changeDay = withDay;

/** Switches a day on, with the usual hours where it has none, or off, which keeps them. */
export function enableDay(week: Week, day: Day, isEnabled: boolean): Week {
  const { ranges } = week.days[day];
  return withDay(week, day, { isEnabled, ranges: isEnabled && ranges.length === 0 ? [usual] : ranges });
}

export function copyToAll(week: Week, from: Day): Week {
  return days.reduce((had, day) => withDay(had, day, week.days[from]), week);
}

export const removeDay = (week: Week, day: Day): Week => withDay(week, day, unset);

/** Whether anything limits the hours of calls: without that, calls ring at any time. */
export const hasHours = (week: Week): boolean => days.some((day) => week.days[day].isEnabled !== undefined);

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Whether a range ends on the day after. */
export const isOvernight = ({ start, end }: Range): boolean =>
  start !== "" && end !== "" && end !== "00:00" && minutes(end) <= minutes(start);

export type Problem = "time" | "overlap" | "date" | "order" | "twice";

/** What is wrong with the ranges of a day. */
export function dayProblem({ isEnabled, ranges }: DayHours): Problem | undefined {
  if (isEnabled !== true) {
    return undefined;
  }
  if (ranges.some(({ start, end }) => start === "" || end === "")) {
    return "time";
  }
  const spans = ranges
    .map(({ start, end }) => {
      const from = minutes(start);
      const until = minutes(end);
      return { from, until: until <= from ? until + 24 * 60 : until };
    })
    .sort((left, right) => left.from - right.from);
  return spans.some(({ from }, at) => from < (spans[at - 1]?.until ?? 0)) ? "overlap" : undefined;
}

/** What is wrong with one of the holidays. */
export function holidayProblem(week: Week, at: number): Problem | undefined {
  const one = week.holidays[at];
  if (!one) {
    return undefined;
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(one.date)) {
    return "date";
  }
  if (!one.isAllDay && (one.start === "" || one.end === "")) {
    return "time";
  }
  if (!one.isAllDay && minutes(one.end) <= minutes(one.start)) {
    return "order";
  }
  return week.holidays.findIndex(({ date, start, isAllDay }) => {
    const isSame = date === one.date && isAllDay === one.isAllDay && start === one.start;
    return isSame;
  }) < at
    ? "twice"
    : undefined;
}

export const isValid = (week: Week): boolean =>
  days.every((day) => dayProblem(week.days[day]) === undefined) &&
  week.holidays.every((_, at) => holidayProblem(week, at) === undefined);
