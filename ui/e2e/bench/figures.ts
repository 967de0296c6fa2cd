import { loadavg } from 'node:os';

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** Prints a row of a table. */
export const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);

export const ms = (value: number) => `${value.toFixed(0)} ms`;

export const load = () => loadavg().map((one) => one.toFixed(2)).join(' ');
