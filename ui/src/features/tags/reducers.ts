import { tagObject, tagOf, tagsAtom, withTags } from "@/fields/multi-select/tags";
import type { Reducers } from "@/realtime";
import { entities } from "@/store";

/** What is heard of tags: they look everywhere as they look now. */
export const tagReducers: Reducers = {
  changes: {
    [tagObject](tx, change) {
      const known = tx.get(tagsAtom);
      const [key, before] = [...known].find(([, tag]) => tag.id === change.id) ?? [];
      if (change.op === "removed") {
        if (key !== undefined) {
          tx.set(tagsAtom, new Map([...known].filter(([other]) => other !== key)));
        }
        return;
      }
      const stored = entities.read(tx.get, tagObject, change.id)?.record;
      const shown = before && {
        value: before.value,
        label: before.label,
        color: before.color,
        active: before.isActive,
      };
      const tag = tagOf({
        ...shown,
        ...stored,
        ...change.fields,
        id: change.id,
        version: change.version,
      } as never);
      if (tag) {
        tx.set(tagsAtom, withTags(known, [tag]));
      }
    },
  },
};
