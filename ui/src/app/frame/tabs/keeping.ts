import { ApiError, patchRecord } from "@/api";
import { serveTabs } from "@/lib/recordTabs";
import { recall, recalledKeys, remember } from "@/lib/storage";
import { topics } from "@/realtime";
import { atom, connectionAtom, entities, identityAtom, store, transact } from "@/store";
import { pauseAfter, within } from "@/thread/sending";
import { addStep, carryOut, readTabs, recordAt, type Step, sameTabs } from "./openTabs";

/** The steps of a second are written together. */
const pace = 1_000;
const longestPause = 30_000;

const storedAtom = atom((get) => readTabs(get(identityAtom)?.user.settings?.open_tabs));

/** What was done here and is not known to be stored. */
const stepsAtom = atom<readonly Step[]>([]);

/** The opened records of the person who is signed in: as they are stored, with what was done here. */
export const tabsAtom = atom((get) => carryOut(get(storedAtom), get(stepsAtom)));

const start = (user: string) => `tabs.${user}.`;
/** Each page keeps its steps under a key of its own, so that pages of one browser overwrite nothing of one another. */
const page = crypto.randomUUID();

function readSteps(text: string | undefined): Step[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? (found as Step[]) : [];
  } catch {
    return [];
  }
}

function setSteps(steps: readonly Step[]): void {
  store.set(stepsAtom, steps);
  const user = store.get(identityAtom)?.userId;
  if (user !== undefined) {
    remember(start(user) + page, steps.length > 0 ? JSON.stringify(steps) : undefined);
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;
let isWriting = false;
let failures = 0;

function writeAfter(pause: number): void {
  if (!isWriting && store.get(stepsAtom).length > 0) {
    clearTimeout(timer);
    timer = setTimeout(() => void write(), pause);
  }
}

/**
 * The pause after which the steps are written again; undefined where the server will never take
 * them.
 */
function pauseOf(error: unknown, version: number): number | undefined {
  if (!(error instanceof ApiError && error.code === "version_conflict")) {
    return pauseAfter(error, failures);
  }
  // Somebody else was first. What he did comes by the socket, and the steps are executed on that.
  if (failures > 0 && store.get(identityAtom)?.user.version === version) {
    topics.again("me");
  }
  return Math.min(longestPause, pace * 2 ** failures);
}

/**
 * Writes what the steps make of the stored tabs, if nobody wrote since: of two browsers that open records at once,
 * the later one adds to what the earlier one stored.
 */
async function write(): Promise<void> {
  timer = undefined;
  const steps = store.get(stepsAtom);
  const user = store.get(identityAtom)?.user;
  if (isWriting || steps.length === 0 || !user || store.get(connectionAtom) !== "connected") {
    return;
  }
  const rest = () => store.get(stepsAtom).filter((step) => !steps.includes(step));
  const next = carryOut(store.get(storedAtom), steps);
  if (sameTabs(next, store.get(storedAtom))) {
    setSteps(rest());
    return;
  }
  isWriting = true;
  let pause: number | undefined = pace;
  try {
    const { id, version } = user;
    const answer = await within(
      patchRecord("user", { id, settings: { open_tabs: next } }, undefined, version),
    );
    failures = 0;
    // As its echo will say: the steps may go only when what they did is in the store.
    const fields = { settings: { ...user.settings, open_tabs: next } };
    const change = { seq: 0, topics: [], object: "user", id, version: answer.version, fields };
    transact((tx) => entities.apply(tx, { ...change, op: "updated" }));
    setSteps(rest());
  } catch (error) {
    pause = pauseOf(error, user.version);
    failures++;
    if (pause === undefined) {
      failures = 0;
      setSteps(rest());
    }
  } finally {
    isWriting = false;
    writeAfter(pause ?? pace);
  }
}

/** Carries a step out here at once, and stores it a moment later. */
export function step(one: Step): void {
  setSteps(addStep(store.get(stepsAtom), one));
  if (timer === undefined) {
    writeAfter(pace);
  }
}

/** Takes up what was done here before and is not stored, and writes when the connection is there. */
export function keepTabs(): () => void {
  const user = store.get(identityAtom)?.userId ?? "";
  const keys = recalledKeys(start(user)).filter((key) => key !== start(user) + page);
  const left = keys.flatMap((key) => readSteps(recall(key)));
  for (const key of keys) {
    remember(key, undefined);
  }
  setSteps([...left, ...store.get(stepsAtom)].reduce(addStep, [] as Step[]));
  writeAfter(pace);
  const stop = store.sub(connectionAtom, () => writeAfter(pace));
  const stopServing = serveTabs({
    close(object, id) {
      for (const tab of store.get(tabsAtom)) {
        const at = recordAt(tab.path);
        if (at?.object === object && at.id === id && !tab.current) {
          step({ do: "close", path: tab.path });
        }
      }
    },
    open: (path, name) => step({ do: "open", path, name }),
  });
  return () => {
    stop();
    stopServing();
    clearTimeout(timer);
    timer = undefined;
  };
}
