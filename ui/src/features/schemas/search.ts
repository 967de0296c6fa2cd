const tabs = ["fields", "preview", "retired"] as const;
export type Tab = (typeof tabs)[number];

/** What the address of an object's page says: what is shown of it, and what is open over it. */
export interface ObjectSearch {
  tab?: Tab;
  /** The field whose sheet is open. */
  field?: string;
  /** A new field is made. */
  add?: true;
  /** The job of a change that is under way, or just was. */
  change?: string;
}

export function objectSearch(raw: Record<string, unknown>): ObjectSearch {
  const tab = tabs.find((one) => one === raw.tab);
  return {
    ...(tab === undefined || tab === "fields" ? {} : { tab }),
    ...(typeof raw.field === "string" ? { field: raw.field } : {}),
    ...(raw.add === true ? { add: true as const } : {}),
    ...(typeof raw.change === "string" ? { change: raw.change } : {}),
  };
}
