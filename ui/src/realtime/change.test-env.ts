import type { Change } from "@/api";

/** A change as the socket tells it, for tests: of a record's second version, unless it says otherwise. */
export const change = (object: string, id: string, over: Partial<Change> = {}): Change => ({
  seq: 1,
  topics: [],
  object,
  id,
  op: "updated",
  version: 2,
  ...over,
});
