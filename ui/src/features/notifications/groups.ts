import { compareMoments } from "@/lib/compare";
import type { NotificationRecord } from "./objects";

/** Notifications of one kind about one record, the newest first. */
export interface Group {
  key: string;
  newest: NotificationRecord;
  all: NotificationRecord[];
  unread: string[];
}

/** Groups notifications; a group stands where its newest one does. */
export function groupsOf(notifications: readonly NotificationRecord[]): Group[] {
  const groups = new Map<string, Group>();
  const newestFirst = notifications.toSorted((left, right) =>
    compareMoments(right.created_date, left.created_date),
  );
  for (const one of newestFirst) {
    const key = `${one.kind} ${one.record?.id ?? one.id}`;
    const group = groups.get(key) ?? { key, newest: one, all: [], unread: [] };
    group.all.push(one);
    if (!one.read) {
      group.unread.push(one.id);
    }
    groups.set(key, group);
  }
  return [...groups.values()];
}
