import { detailOf, patchRecord, type UserRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { inTurn } from "@/lib/turns";
import { currentUserId, identityAtom, optimistic, peek, store } from "@/store";
import { keptForm } from "./changes";
import { words } from "./messages";
import { type Section, sectionsOf } from "./sections";

type Make = (had: readonly Section[]) => readonly Section[];

const sectionsIn = (user: UserRecord | undefined) => sectionsOf(user?.settings?.leftPanelContent);

export const currentSections = (): Section[] => sectionsIn(store.get(identityAtom)?.user);

/**
 * Changes the sections here at once and keeps them with the person. What is sent is made of what the server holds by
 * then, so that quick changes, and those of another browser, do not undo one another.
 */
export async function changeSections(make: Make): Promise<void> {
  const id = currentUserId();
  const shown = store.get(identityAtom)?.user;
  const had = sectionsIn(shown);
  const wanted = make(had);
  if (id === undefined || wanted === had) {
    return;
  }
  const fields = { settings: { ...shown?.settings, leftPanelContent: keptForm(wanted) } };
  try {
    await optimistic("user", id, fields, (command) =>
      inTurn(`sections.${id}`, () => {
        const leftPanelContent = keptForm(make(sectionsIn(peek("user", id)?.record as UserRecord)));
        return patchRecord("user", { id, settings: { leftPanelContent } }, command);
      }),
    );
  } catch (error) {
    toast.error(words.notKept(detailOf(error)));
  }
}
