import { duration } from "@/lib/time";
import type { FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { fieldType as number } from "../number/type";

const text = (value: unknown): string => (typeof value === "number" ? duration(value) : "");

function View({ value }: ViewProps) {
  const shown = text(value);
  return shown ? <span className="tabular-nums">{shown}</span> : <Empty />;
}

/** How long something took, counted in seconds and written as clocks do: 12:34. */
export const fieldType: FieldType = {
  ...number,
  View,
  Cell: View,
  text,
  width: 90,
  formats: [],
  types: [],
  claims: ({ unit }, main) => unit === "seconds" && (main === "integer" || main === "number"),
};
