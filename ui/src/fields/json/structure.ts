import { t } from "@/messages";

export type Scalar = string | number | boolean | null;

export const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== "object";

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A key as people would write it: object_permissions is "Object permissions". Ids stay as they are. */
export function title(key: string): string {
  const words = key.replaceAll(/[_-]+/g, " ").trim();
  return /^[0-9a-f]{8} [0-9a-f]{4} /.test(words) || words === ""
    ? key
    : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is switched on in a map of switches, in words; undefined for anything else. */
export function switchedOn(value: unknown): string | undefined {
  if (!isMap(value)) {
    return undefined;
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.some(([, one]) => typeof one !== "boolean")) {
    return undefined;
  }
  const on = entries.filter(([, one]) => one).map(([key]) => title(key));
  return on.length === 0 ? t.records.nothingOn : on.join(", ");
}

/** The name of a record that a structure refers to by its id and name; its id means nothing to people. */
export function referredTo(value: unknown): string | undefined {
  return isMap(value) &&
    typeof value.id === "string" &&
    typeof value.name === "string" &&
    Object.keys(value).every((key) => ["id", "name", "schema"].includes(key))
    ? value.name
    : undefined;
}

/** The names of the records that a list tells of, beside whatever else it keeps of each; undefined for another list. */
export function namesOf(list: readonly unknown[]): string[] | undefined {
  const names = list.map((one) =>
    isMap(one) && typeof one.id === "string" ? one.name || one.title : undefined,
  );
  return names.every((name) => typeof name === "string" && name !== "") ? (names as string[]) : undefined;
}

export function scalarText(value: Scalar): string {
  if (value === null || value === "") {
    return "–";
  }
  return typeof value === "boolean" ? (value ? t.records.yes : t.records.no) : String(value);
}

/** A structure in one line: what it lists, what is on, or what it tells of. */
export function inOneLine(value: unknown): string {
  if (isScalar(value)) {
    return value === null ? "" : scalarText(value);
  }
  if (Array.isArray(value)) {
    return (namesOf(value) ?? value.map(inOneLine)).filter(Boolean).join(", ");
  }
  return (
    referredTo(value) ??
    switchedOn(value) ??
    Object.keys(value as object)
      .map(title)
      .join(", ")
  );
}
