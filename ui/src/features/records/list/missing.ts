import { listRecords } from "@/api";
import { keep, peek } from "@/store";

const reading = new Set<string>();

/** Reads records again that a long list has let go since they were last visible. A failed read is repeated when they are visible again. */
export function readMissing(object: string, ids: readonly string[]): void {
  const gone = ids.filter((id) => !reading.has(id) && peek(object, id) === undefined);
  if (gone.length === 0) {
    return;
  }
  for (const id of gone) {
    reading.add(id);
  }
  const filter = [{ field: "id", operator: "IN" as const, value: gone }];
  listRecords(object, { limit: gone.length, filter, isUncounted: true })
    .then(({ rows }) => keep(object, rows))
    .catch(() => undefined)
    .finally(() => {
      for (const id of gone) {
        reading.delete(id);
      }
    });
}
