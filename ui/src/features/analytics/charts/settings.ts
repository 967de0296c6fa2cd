/** Chart types as they are stored. The gauge's is misspelled in saved reports. */
export const chartTypes = [
  "Line",
  "Area",
  "Bar",
  "Horizontal Bar",
  "Scatter",
  "Pie",
  "Donut",
  "Funnel",
  "Guage",
  "Metric",
] as const;
export type ChartType = (typeof chartTypes)[number];

export const dateGroups = ["Year", "Quarter", "Month", "Week", "Day", "Hour", "Minute"] as const;
export type DateGroup = (typeof dateGroups)[number];

const aggregates = ["Count", "Sum", "Average", "Min", "Max", "Value", "Cumulative"] as const;
export type Aggregate = (typeof aggregates)[number];

/** Upper bounds of a gauge's red, yellow and green ranges, and the end of its scale. */
export interface Thresholds {
  low: number;
  mid: number;
  high: number;
  max: number;
}

export const usualThresholds: Thresholds = { low: 20, mid: 40, high: 60, max: 100 };

/** What a chart shows, as reports store it and `POST v1/analytics/report` takes it. */
export interface ChartSettings {
  chartType: ChartType;
  x?: string;
  y?: string;
  field?: string;
  aggregate: Aggregate;
  summarizeBy?: string;
  groupByDateTime?: DateGroup;
  sort?: "x" | "value";
  order?: "ASC" | "DESC";
  limit?: number;
}

export const usualSettings: ChartSettings = {
  chartType: "Line",
  aggregate: "Count",
  groupByDateTime: "Day",
};

const single: readonly ChartType[] = ["Pie", "Donut", "Funnel", "Guage", "Metric"];
const oneNumber: readonly ChartType[] = ["Guage", "Metric"];

/** Whether a chart has one field instead of x and y. */
export const isSingle = (type: ChartType): boolean => single.includes(type);

/** Whether a chart shows one number, which is always a count. */
export const isOneNumber = (type: ChartType): boolean => oneNumber.includes(type);

const ofNumbers: readonly Aggregate[] = ["Sum", "Average", "Min", "Max"];

/** The aggregates that a chart offers for its measured field. */
export function aggregatesOf(type: ChartType, isNumeric: boolean): readonly Aggregate[] {
  if (isOneNumber(type)) {
    return ["Count"];
  }
  return aggregates.filter((one) => {
    if (ofNumbers.includes(one)) {
      return isNumeric;
    }
    return one !== "Cumulative" || !isSingle(type);
  });
}

/** What is missing before a chart can be drawn: its x and y, or its field. */
export function missing({ chartType, x, y, field }: ChartSettings): "xy" | "field" | undefined {
  if (isSingle(chartType)) {
    return field ? undefined : "field";
  }
  return x && y ? undefined : "xy";
}

/** Settings after another type was chosen: what both types have stays, and records are counted by their ids. */
export function retyped(settings: ChartSettings, chartType: ChartType): ChartSettings {
  const { x, y, field, aggregate, groupByDateTime, ...rest } = settings;
  const main = isSingle(settings.chartType) ? field : x;
  const isOffered = aggregatesOf(chartType, true).includes(aggregate);
  const next: ChartSettings = { ...rest, chartType, aggregate: isOffered ? aggregate : "Count" };
  if (groupByDateTime) {
    next.groupByDateTime = groupByDateTime;
  }
  if (isOneNumber(chartType)) {
    delete next.summarizeBy;
  }
  if (main) {
    next[isSingle(chartType) ? "field" : "x"] = main;
  }
  const measured = y ?? (main ? "id" : undefined);
  if (measured && !isSingle(chartType)) {
    next.y = measured;
  }
  return next;
}

const isOneOf = <T extends string>(all: readonly T[], value: unknown): value is T =>
  all.some((one) => one === value);

/** Reads stored settings; what is not understood falls back to the defaults. */
export function settingsOf(raw: unknown): ChartSettings {
  const stored = (typeof raw === "object" && raw !== null ? raw : {}) as Record<string, unknown>;
  const text = (name: string) => {
    const value = stored[name];
    return typeof value === "string" && value !== "" ? { [name]: value } : {};
  };
  const type = stored.chartType === "Gauge" ? "Guage" : stored.chartType;
  const titled = (value: unknown) =>
    typeof value === "string" ? value.charAt(0).toUpperCase() + value.slice(1).toLowerCase() : value;
  const aggregate = titled(stored.aggregate);
  const group = titled(stored.groupByDateTime);
  const { sort, order, limit } = stored;
  return {
    chartType: isOneOf(chartTypes, type) ? type : usualSettings.chartType,
    aggregate: isOneOf(aggregates, aggregate) ? aggregate : usualSettings.aggregate,
    ...(isOneOf(dateGroups, group) ? { groupByDateTime: group } : {}),
    ...text("x"),
    ...text("y"),
    ...text("field"),
    ...text("summarizeBy"),
    ...(sort === "x" || sort === "value" ? { sort } : {}),
    ...(order === "ASC" || order === "DESC" ? { order } : {}),
    ...(typeof limit === "number" && limit > 0 ? { limit } : {}),
  };
}

/** Reads stored thresholds of a gauge. */
export function thresholdsOf(raw: unknown): Thresholds {
  const stored = (typeof raw === "object" && raw !== null ? raw : {}) as Record<string, unknown>;
  const numberOf = (name: keyof Thresholds) => {
    const value = stored[name];
    return typeof value === "number" && Number.isFinite(value) ? value : usualThresholds[name];
  };
  return { low: numberOf("low"), mid: numberOf("mid"), high: numberOf("high"), max: numberOf("max") };
}
