import { ApiError, createRecord, deleteRecords, detailOf, patchRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { keep, lists, transact } from "@/store";
import { words } from "./messages";
import { listOf, object, type Setting, type Subscriber } from "./objects";

interface About {
  object: string;
  id: string;
}

/** Says why the server refused: a warning where a right is missing, otherwise an error. */
function sayRefusal(error: unknown): void {
  const say = error instanceof ApiError && error.status === 403 ? toast.warning : toast.error;
  say(detailOf(error));
}

/** Adds one subscription; false if the server refused it. */
export async function subscribe(about: About, user: string, setting: Setting): Promise<boolean> {
  try {
    const made = await createRecord<Subscriber>(
      object,
      {
        name: setting,
        user,
        notification_setting: setting,
        record_id: about.id,
        object: { schema_api_name: about.object },
        active: true,
      },
      crypto.randomUUID(),
    );
    keep(object, [made]);
    transact((tx) => lists.add(tx, listOf(about.id), made.id));
    return true;
  } catch (error) {
    sayRefusal(error);
    return false;
  }
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Runs a change of a subscription that must still exist, and says what came of it. */
async function change(subscriber: Subscriber | undefined, run: (id: string) => Promise<void>, said: string) {
  if (!subscriber?.id) {
    toast.error(words.invalid);
    return;
  }
  try {
    await run(subscriber.id);
    toast.success(said);
  } catch (error) {
    if (isUnknown(error)) {
      toast.error(words.invalid);
    } else {
      sayRefusal(error);
    }
  }
}

export const setActive = (subscriber: Subscriber | undefined, active: boolean): Promise<void> =>
  change(
    subscriber,
    async (id) => keep(object, [await patchRecord<Subscriber>(object, { id, active })]),
    active ? words.activated : words.paused,
  );

export const unsubscribe = (about: About, subscriber: Subscriber | undefined): Promise<void> =>
  change(
    subscriber,
    async (id) => {
      await deleteRecords(object, [id]);
      transact((tx) => lists.remove(tx, listOf(about.id), id));
    },
    words.removed,
  );
