import { detailOf, patchRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { currentUserId, identityAtom, optimistic, store, useAtomValue } from "@/store";
import { words } from "./messages";
import type { SavedFilter } from "./savedFilter";

type Pins = Readonly<Record<string, { id?: unknown } | null | undefined>>;

const pinsOf = (settings: unknown): Pins =>
  (settings as { pinned_filters?: Pins } | null)?.pinned_filters ?? {};

/** The filter with which one's list of an object opens. */
export function usePinned(object: string): string | undefined {
  const id = pinsOf(useAtomValue(identityAtom)?.user.settings)[object]?.id;
  return typeof id === "string" ? id : undefined;
}

/** Pins a filter of an object, or takes the pin away: here at once, and with the person. */
export async function pin(object: string, filter: SavedFilter | undefined): Promise<void> {
  const id = currentUserId();
  const settings = store.get(identityAtom)?.user.settings;
  if (id === undefined) {
    return;
  }
  const changed = { [object]: filter ? { id: filter.id, name: filter.name } : null };
  const shown = { settings: { ...settings, pinned_filters: { ...pinsOf(settings), ...changed } } };
  try {
    // Only what changes is sent: settings are merged, and those of another browser stay.
    await optimistic("user", id, shown, (command) =>
      patchRecord("user", { id, settings: { pinned_filters: changed } }, command),
    );
    if (filter) {
      toast.success(words.hasPinned(filter.name));
    }
  } catch (error) {
    toast.error(words.pinError(detailOf(error)));
  }
}
