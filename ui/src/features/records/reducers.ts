import type { WireRecord } from "@/api";
import type { Reducers } from "@/realtime/router";
import { entities } from "@/store";
import { tellLists } from "./live/openLists";

/** A record page's snapshot becomes an entity; every change is told to the lists on the screen. */
export const recordReducers: Reducers = {
  snapshots: {
    record(tx, snapshot, topic) {
      const record = (snapshot as { record?: WireRecord } | null)?.record;
      const object = topic.rest.slice(0, topic.rest.indexOf(":"));
      if (record) {
        entities.upsert(tx, object, [record]);
      }
    },
  },
  changes: { "*": (tx, change, { applied }) => tellLists(tx, change, applied) },
};
