import type { FieldSpec } from "../contract";

const locale = typeof navigator === "undefined" ? "en-US" : navigator.language;
const formats = new Map<string, Intl.NumberFormat>();

/** How amounts of a currency are written; one that nobody knows stands behind them as it is named. */
function formatOf(currency: string): Intl.NumberFormat {
  const had = formats.get(currency);
  if (had) {
    return had;
  }
  const made = new Intl.NumberFormat(locale, { style: "currency", currency });
  // Hundredths are kept of every currency, also of one that has none.
  const decimals = Math.max(2, made.resolvedOptions().maximumFractionDigits ?? 2);
  const whole = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    maximumFractionDigits: decimals,
  });
  formats.set(currency, whole);
  return whole;
}

export const currencyOf = (field: FieldSpec): string => field.property.unit ?? "USD";

/** An amount as people write money; "" for what is none. */
export function formatMoney(value: unknown, field: FieldSpec): string {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return "";
  }
  const unit = currencyOf(field);
  return /^[A-Z]{3}$/.test(unit) ? formatOf(unit).format(value) : `${value.toFixed(2)} ${unit}`;
}
