import { detailOf, patchRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { adoptZone } from "@/lib/zone";
import { currentUserId, identityAtom, optimistic, store } from "@/store";
import { accountWords } from "./accountMessages";

/** Shows times in another zone at once and keeps it with the user; a refusal puts the former one back. */
export async function chooseZone(time_zone: string): Promise<void> {
  const id = currentUserId();
  const before = store.get(identityAtom)?.user.time_zone ?? "";
  if (id === undefined || time_zone === before) {
    return;
  }
  adoptZone(time_zone);
  try {
    await optimistic("user", id, { time_zone }, (command) => patchRecord("user", { id, time_zone }, command));
  } catch (error) {
    adoptZone(before);
    toast.error(detailOf(error));
    return;
  }
  const undo = before === "" ? undefined : { label: accountWords.undo, run: () => void chooseZone(before) };
  toast.success(accountWords.zoneChosen(time_zone), undo, { key: "time-zone" });
}
