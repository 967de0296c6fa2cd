import { objectName } from "@/lib/paths";

/** Other names of pages: a table is our list, anything else behind an object is a record's id. */
export function leadsTo({ object: segment = "", view = "" }: Record<string, string>): string {
  const object = objectName(segment);
  return view === "table" ? `/view/${object}/list` : `/view/${object}/record/${view}/standard`;
}
