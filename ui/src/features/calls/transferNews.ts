import { dismissCourse, toast } from "@/components/Toaster/toasts";
import { atom, entities, store } from "@/store";
import type { CallRecord } from "./objects";
import { isTransferring } from "./rules";
import { transferWords } from "./transferWords";

/** Longer than it rings for a colleague and is put through. */
const longest = 45_000;

const courseOf = (call: string) => `transfer ${call}`;

/** The transfers whose outcome is to be said, by call: how each stood when something was said of it last. */
const followed = atom<ReadonlyMap<string, string>>(new Map());

const recordOf = (get: typeof store.get, id: string) => {
  const entity = get(entities.atomOf("call", id));
  return entity && !entity.isRemoved ? (entity.record as CallRecord) : undefined;
};

/** How the followed transfers stand. */
const standings = atom((get) =>
  [...get(followed).keys()].map((id) => `${id} ${recordOf(get, id)?.transfer_state ?? ""}`).join(),
);

let stop: (() => void) | undefined;

/** Notes how a transfer stood when something was said of it last; undefined where no more is to be said. */
function note(call: string, state: string | undefined): void {
  const next = new Map(store.get(followed));
  if (state === undefined) {
    next.delete(call);
  } else {
    next.set(call, state);
  }
  store.set(followed, next);
  if (next.size === 0) {
    stop?.();
    stop = undefined;
  } else {
    // Not by a component: the call may leave the screen with the news.
    stop ??= store.sub(standings, sayNews);
  }
}

/** Says that it rings for the colleague, until more is known. */
export function followTransfer(call: string, who: string): void {
  toast.info(transferWords.ringing(who), undefined, { key: courseOf(call), lifetime: longest });
  const record = recordOf(store.get, call);
  // The colleague may have answered before the command did; an earlier transfer's end is no news of this one.
  note(call, record && isTransferring(record) ? "pending" : (record?.transfer_state ?? ""));
  sayNews();
}

/** Follows a transfer of mine that began before this page was loaded. */
export function expectTransfer(call: string): void {
  if (!store.get(followed).has(call)) {
    note(call, recordOf(store.get, call)?.transfer_state ?? "");
  }
}

const isThere = (state: string) => state === "accepted" || state === "talking" || state === "completed";

/** Says what became of a transfer, in the place of what was said of it before. */
function say(call: CallRecord, was: string): void {
  const course = { key: courseOf(call.id) };
  const now = call.transfer_state;
  if (now === "declined" || now === "returned") {
    const came = call.user ? transferWords.cameBack : transferWords.ringsAgain;
    toast.warning(came[now](call.transfer_to?.name ?? ""), undefined, course);
  } else if (now === "canceled") {
    dismissCourse(course.key);
  } else if (isThere(now ?? "") && !isThere(was)) {
    toast.success(transferWords.transferred[call.transfer === "Warm" ? "Warm" : "Cold"], undefined, course);
  }
}

/** Says what became of the followed transfers since it was said last. A call that I may no longer see is no news. */
function sayNews(): void {
  for (const [id, was] of store.get(followed)) {
    const call = recordOf(store.get, id);
    const now = call?.transfer_state ?? "";
    if (call && now !== was) {
      say(call, was);
      note(id, isTransferring(call) ? now : undefined);
    }
  }
}
