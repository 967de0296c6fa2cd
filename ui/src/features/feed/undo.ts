import { detailOf, type ObjectSchema } from "@/api";
import type { News } from "@/api/feed";
import { type Revision, readHistory, restoreRecord } from "@/api/history";
import { toast } from "@/components/Toaster/toasts";
import { keep } from "@/store";
import { words } from "./messages";

/** So many pages of a record's history are looked through for later changes. */
const most = 5;

/** The changes of a record since one of its versions. */
async function changesSince({ object, record, version }: News): Promise<Revision[]> {
  const found: Revision[] = [];
  let before: number | undefined;
  for (let page = 0; page < most; page++) {
    const { items, next } = await readHistory(object, record.id, before);
    found.push(...items.filter((one) => one.version > version));
    if (next === undefined || next <= version + 1) {
      break;
    }
    before = next;
  }
  return found;
}

/** Gives the fields of a change the values that they had before it, unless they were changed again since. */
export async function undo(news: News, schema: ObjectSchema, fields: readonly string[]): Promise<void> {
  const { object, record, version } = news;
  const put = async (to: number) => {
    const restored = await restoreRecord(object, record.id, { version: to, fields }, crypto.randomUUID());
    keep(object, [restored.record]);
  };
  try {
    const since = await changesSince(news);
    const again = fields.filter((name) => since.some(({ changes }) => changes && name in changes));
    if (again.length > 0) {
      toast.warning(words.changedSince(again.map((name) => schema.properties[name]?.title ?? name)));
      return;
    }
    await put(version - 1);
    toast.success(words.undone, {
      label: words.redo,
      run: () => void put(version).catch((error: unknown) => toast.error(detailOf(error))),
    });
  } catch (error) {
    toast.error(detailOf(error));
  }
}
