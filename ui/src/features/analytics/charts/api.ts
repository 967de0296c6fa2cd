import type { Filter } from "@/api";
import { type Answer, request } from "@/api/client";
import type { ChartSettings, Thresholds } from "./settings";

/** One line, bar or ring of a chart: its values are under its key in each point. */
interface Series {
  key: string;
  label: string;
  value?: unknown;
}

/** The x of a point with its label, and the values of the series by their keys. */
export type Point = Readonly<Record<string, unknown>> & { label?: string; x?: unknown };

/** The figures of a chart (docs/reports.md). */
export interface Figures {
  chartType: string;
  aggregate: string;
  groupByDateTime?: string;
  x?: { key: string; label: string; format?: string };
  summarizeBy?: { key: string; label: string };
  series: readonly Series[];
  data: readonly Point[];
  truncated: boolean;
  thresholds?: Thresholds;
}

/** Where a chart's records come from: a query's text, or all of an object, both narrowed by filters. */
interface Source {
  object: string;
  query: string;
  filters: readonly Filter[];
  isAny: boolean;
}

export interface Asked {
  /** A saved report, read under its own rights. */
  report?: string;
  source?: Source;
  settings?: ChartSettings;
}

/** The request of a report. */
export function bodyOf({ report, source, settings }: Asked): Record<string, unknown> {
  return {
    ...(report ? { report } : {}),
    ...(source
      ? {
          object: source.object,
          query: {
            query: source.query,
            filters: source.filters,
            ...(source.isAny ? { comparison: "OR" } : {}),
          },
        }
      : {}),
    ...settings,
  };
}

/** Computes a report, or takes the one that the server keeps while nothing has changed. Throws ApiError. */
export async function fetchFigures(asked: Asked, isFresh: boolean, signal?: AbortSignal): Promise<Figures> {
  const body = { ...bodyOf(asked), ...(isFresh ? { bypass_cache: true } : {}) };
  const { data }: Answer<Figures> = await request("POST", "/v1/analytics/report", {
    body,
    ...(signal ? { signal } : {}),
  });
  return data;
}
