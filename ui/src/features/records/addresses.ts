import { objectName } from "@/lib/paths";

/** Other names of pages: an object alone is its list, what no mode is named behind it is a record's id. */
export function leadsTo({ object: segment = "", view = "" }: Record<string, string>): string {
  const object = objectName(segment);
  return view === "" ? `/view/${object}/list` : `/view/${object}/record/${view}/standard`;
}
