import { ApiError, detailOf, patchRecord, type UserRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { inTurn } from "@/lib/turns";
import { topics } from "@/realtime";
import { currentUserId, entities, identityAtom, optimistic, peek, store } from "@/store";
import { keptForm } from "./changes";
import { words } from "./messages";
import { type Section, sectionsOf } from "./sections";

type Make = (had: readonly Section[]) => readonly Section[];

const sectionsIn = (user: UserRecord | undefined) => sectionsOf(user?.settings?.leftPanelContent);

export const currentSections = (): Section[] => sectionsIn(store.get(identityAtom)?.user);

/** So often a change is executed again that another browser was faster than. */
const mostTries = 5;
/** So long what the faster one stored may take to come by the socket. */
const patience = 3_000;

/** Waits for the person's record in a newer version than this one. */
function newerThan(id: string, version: number): Promise<void> {
  return new Promise((resolve) => {
    const isNewer = () => (peek("user", id)?.record.version ?? 0) > version;
    let stop: () => void = () => undefined;
    const timer = setTimeout(() => {
      topics.again("me");
      end();
    }, patience);
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    stop = store.sub(entities.atomOf("user", id), () => isNewer() && end());
    if (isNewer()) {
      end();
    }
  });
}

/** Stores what the change makes of the stored sections; where another browser was faster, of that one's. */
async function write(id: string, make: Make, command: string): Promise<UserRecord> {
  for (let tries = 1; ; tries++) {
    const user = peek("user", id)?.record as UserRecord;
    const { version } = user;
    const settings = { leftPanelContent: keptForm(make(sectionsIn(user))) };
    try {
      // The command stands for the first request alone: another one that says something else is refused.
      return await patchRecord("user", { id, settings }, tries === 1 ? command : undefined, version);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "version_conflict") || tries === mostTries) {
        throw error;
      }
      await newerThan(id, version);
    }
  }
}

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
      inTurn(`sections.${id}`, () => write(id, make, command)),
    );
  } catch (error) {
    toast.error(words.notKept(detailOf(error)));
  }
}
