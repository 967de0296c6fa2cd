import type { Reference } from "@/api";
import { t } from "@/messages";

export function referenceOf(value: unknown): Reference | undefined {
  const id = (value as { id?: unknown } | null | undefined)?.id;
  if (typeof id !== "string") {
    return undefined;
  }
  const name = (value as { name?: unknown }).name;
  return typeof name === "string" && name !== "" ? { id, name } : { id };
}

export const referencesOf = (value: unknown): Reference[] =>
  Array.isArray(value) ? value.flatMap((item) => referenceOf(item) ?? []) : [];

/** The name, or that there is one whose name the reader may not know. */
export const referenceName = (reference: Reference): string => reference.name ?? t.records.unnamed;

/** The name of what a value refers to, "" for nothing. */
export function referenceText(value: unknown): string {
  const reference = referenceOf(value);
  return reference ? referenceName(reference) : "";
}
