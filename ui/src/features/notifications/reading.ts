import { entities, store } from "@/store";
import { fetchUnread, setRead } from "./actions";
import { type NotificationRecord, object } from "./objects";

const asked = new Set<string>();

/** Marks those of the unread notifications as read that are about a record. */
export async function readOpen(record: string, unread: readonly string[]): Promise<void> {
  const known = (id: string) =>
    entities.read(store.get, object, id)?.record as NotificationRecord | undefined;
  const unknown = unread.filter((id) => !(known(id) || asked.has(id)));
  if (unknown.length > 0) {
    for (const id of unknown) {
      asked.add(id);
    }
    try {
      await fetchUnread(unknown);
    } catch {
      for (const id of unknown) {
        asked.delete(id);
      }
      return;
    }
  }
  const here = unread.filter((id) => known(id)?.record?.id === record && known(id)?.read !== true);
  if (here.length > 0) {
    await setRead(here, true);
  }
}
