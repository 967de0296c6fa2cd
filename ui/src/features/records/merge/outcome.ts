import { ApiError } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { closeRecord } from "@/lib/recordTabs";
import { undoMerge } from "./api";
import { words } from "./messages";

/** What is said of a merge that failed. */
export function failureOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.isNetwork) {
    return words.mergeError;
  }
  return error.code === "unknown" ? words.mergeFailed : error.message;
}

/** Undoes a merge and says how it ended; true where it is undone. */
export async function undo(id: string): Promise<boolean> {
  try {
    await undoMerge(id);
    toast.success(words.undone);
    return true;
  } catch (error) {
    toast.error(words.undoFailed(error instanceof ApiError ? error.message : words.mergeError));
    return false;
  }
}

/** After a merge: says so, offers to undo it, and closes the tabs of the records that are gone. */
export function sayMerged(
  object: string,
  gone: readonly string[],
  id: string | undefined,
  onUndone: () => void,
): void {
  toast.success(
    words.merged,
    id === undefined
      ? undefined
      : { label: words.undo, run: () => void undo(id).then((isDone) => isDone && onUndone()) },
  );
  for (const one of gone) {
    closeRecord(object, one);
  }
}
