import type { Reducers } from "@/realtime";
import { lists } from "@/store";

/** The list of the records of an object that an organization may include. */
export const choosable = (object: string): string => `settings:${object}`;

/** What is new stands with the others, where a page shows them. */
export const settingReducers: Reducers = {
  changes: {
    "*"(tx, change) {
      if (change.op === "created") {
        lists.add(tx, choosable(change.object), change.id);
      }
    },
  },
};
