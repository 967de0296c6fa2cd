import { tagObject, tagOf, tagsAtom, withTags } from "@/fields/multi-select/tags";
import type { Reducers } from "@/realtime";
import { entities } from "@/store";

/** What is heard of tags: they look everywhere as they look now. */
export const tagReducers: Reducers = {
  changes: {
    [tagObject](tx, change) {
      const known = tx.get(tagsAtom);
      if (change.op === "removed") {
        tx.set(tagsAtom, new Map([...known].filter(([id]) => id !== change.id)));
        return;
      }
      const tag = tagOf({
        ...known.get(change.id)?.record,
        ...entities.read(tx.get, tagObject, change.id)?.record,
        ...change.fields,
        id: change.id,
        version: change.version,
      });
      if (tag) {
        tx.set(tagsAtom, withTags(known, [tag]));
      }
    },
  },
};
