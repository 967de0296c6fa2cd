import { patchRecord } from "@/api";
import { currentUserId, identityAtom, optimistic, store } from "@/store";

/** The ways to see the records of an object, by the last word of their addresses. */
export type Mode = "list" | "kanban";

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

/** In which mode one's navigation opens the list of an object from now on. */
export function rememberMode(object: string, mode: Mode): void {
  const modes = store.get(identityAtom)?.user.settings?.list_modes as Record<string, unknown> | undefined;
  if ((modes?.[object] ?? "list") !== mode) {
    void keepChoice("list_modes", object, mode);
  }
}
