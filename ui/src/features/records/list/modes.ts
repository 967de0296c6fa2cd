import { patchRecord } from "@/api";
import { currentUserId, identityAtom, optimistic, store, useAtomValue } from "@/store";

/** The ways to see the records of an object, by the last word of their addresses. */
export type Mode = "list" | "table" | "gallery" | "json" | "kanban";

const known: readonly unknown[] = ["list", "table", "gallery", "json", "kanban"] satisfies Mode[];
export const isMode = (value: unknown): value is Mode => known.includes(value);

/** Keeps something that a person chose for the lists of an object, with the person; that it failed nobody needs to know. */
export async function keepChoice(setting: string, object: string, choice: unknown): Promise<void> {
  const id = currentUserId();
  const settings = store.get(identityAtom)?.user.settings;
  if (id === undefined) {
    return;
  }
  const had = (settings?.[setting] ?? {}) as Record<string, unknown>;
  const shown = { settings: { ...settings, [setting]: { ...had, [object]: choice } } };
  try {
    // Only what changes is sent: settings are merged, and those of another browser stay.
    await optimistic("user", id, shown, (command) =>
      patchRecord("user", { id, settings: { [setting]: { [object]: choice } } }, command),
    );
  } catch {
    // It is chosen here; the next choice is sent again.
  }
}

function modeIn(settings: Record<string, unknown> | null | undefined, object: string): Mode {
  const modes = settings?.list_modes as Record<string, unknown> | undefined;
  const mode = modes?.[object];
  return isMode(mode) ? mode : "table";
}

/** The mode that a person chose last for an object; a table before any was chosen. */
export const useLastMode = (object: string): Mode =>
  modeIn(useAtomValue(identityAtom)?.user.settings, object);

/** In which mode the list of an object opens for this person from now on. */
export function rememberMode(object: string, mode: Mode): void {
  if (modeIn(store.get(identityAtom)?.user.settings, object) !== mode) {
    void keepChoice("list_modes", object, mode);
  }
}
