/** The api name of the object that a value names, "" for none. */
export function objectName(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  const name = (value as { api_name?: unknown } | null | undefined)?.api_name;
  return typeof name === "string" ? name : "";
}

/** What an object is called, as far as the value says. */
export function objectText(value: unknown): string {
  const title = (value as { title?: unknown } | null | undefined)?.title;
  return typeof title === "string" ? title : objectName(value);
}
