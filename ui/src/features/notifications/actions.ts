import { ApiError, api, detailOf, listRecords, patchRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { currentUserId, keep, lists, optimistic, transact } from "@/store";
import { words } from "./messages";
import { type NotificationRecord, object, shownList } from "./objects";

/** How many are listed, and how many one request changes. */
const pageSize = 50;

const say = (error: unknown) =>
  (error instanceof ApiError && error.status === 403 ? toast.warning : toast.error)(detailOf(error));

/** Reads my newest notifications. */
export async function fetchNewest(signal?: AbortSignal): Promise<boolean> {
  const { rows, hasNext } = await listRecords<NotificationRecord>(
    object,
    {
      limit: pageSize,
      order: "-created_date",
      isUncounted: true,
      filter: [
        { field: "user", operator: "=", value: currentUserId() ?? null },
        { field: "in_app", operator: "=", value: true },
      ],
    },
    signal,
  );
  keep(object, rows);
  transact((tx) =>
    lists.set(
      tx,
      shownList,
      rows.map(({ id }) => id),
    ),
  );
  return hasNext;
}

/** Reads unread notifications that are known by their ids alone. */
export async function fetchUnread(ids: readonly string[]): Promise<void> {
  const { rows } = await listRecords<NotificationRecord>(object, {
    limit: ids.length,
    isUncounted: true,
    filter: [{ field: "id", operator: "IN", value: [...ids] }],
  });
  keep(object, rows);
}

/** Marks notifications read or unread, everywhere. */
export async function setRead(ids: readonly string[], read: boolean): Promise<void> {
  try {
    for (let at = 0; at < ids.length; at += pageSize) {
      const some = ids.slice(at, at + pageSize).map((id) => ({ id, read }));
      keep(object, (await api.patch<NotificationRecord[]>(`/v1/object/${object}`, some)).data);
    }
  } catch (error) {
    say(error);
  }
}

/** Takes a notification out of the inbox, or puts it back. */
export async function setDone(id: string, done: boolean): Promise<void> {
  try {
    await optimistic<NotificationRecord>(object, id, { done, read: true }, (command) =>
      patchRecord<NotificationRecord>(object, { id, done, read: true }, command),
    );
    if (done) {
      toast.success(words.wasDone, { label: words.undo, run: () => void setDone(id, false) });
    }
  } catch (error) {
    say(error);
  }
}
