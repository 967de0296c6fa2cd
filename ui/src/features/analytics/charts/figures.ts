import type { Figures, Point } from "./api";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const parts = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** A figure as people read it, to two decimals; a dash where there is none. */
export function figureText(value: unknown): string {
  if (typeof value === "number") {
    return (Number.isInteger(value) ? whole : parts).format(value);
  }
  return value === null || value === undefined || value === "" ? "–" : String(value);
}

/** A figure of an axis, such as 12K. */
export const shortFigure = (value: number): string => short.format(value);

/** A figure as a number; undefined where there is none. */
export function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === "") {
    return undefined;
  }
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** How a point is called. */
export const labelOf = (point: Point): string => String(point.label ?? point.x ?? "");

/** Whether there is nothing to draw. */
export const isEmptyFigures = ({ data, series }: Figures): boolean =>
  data.length === 0 || !data.some((point) => series.some(({ key }) => numberOf(point[key]) !== undefined));

const quoted = (text: string) => {
  // A spreadsheet would run a text that begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The figures as a CSV file, one row per point. */
export function csvOf({ x, series, data }: Figures): string {
  const head = [...(x ? [x.label] : []), ...series.map(({ label }) => label)];
  const rows = data.map((point) => [
    ...(x ? [labelOf(point)] : []),
    ...series.map(({ key }) => (point[key] === null || point[key] === undefined ? "" : String(point[key]))),
  ]);
  return [head, ...rows].map((row) => row.map(quoted).join(",")).join("\r\n");
}
