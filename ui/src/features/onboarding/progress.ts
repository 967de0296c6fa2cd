import { ApiError, detailOf, getRecord, patchRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { keep } from "@/store";
import { words } from "./messages";
import { dataOf, type OnboardingRecord, type StepData, stepsOf } from "./wizard";

const object = "onboarding";
/** How often a change is tried again that came after a colleague's. */
const mostRaces = 4;

interface Progress {
  /** The step that is complete now. */
  step?: number;
  created?: StepData;
  complete?: boolean;
}

async function attempt(id: string, { step, created, complete }: Progress): Promise<OnboardingRecord> {
  const stands = await getRecord<OnboardingRecord>(object, id);
  const steps = stepsOf(stands).map((one, at) => (at === step ? { ...one, complete: true } : one));
  return patchRecord<OnboardingRecord>(
    object,
    {
      id,
      ...(step !== undefined && { steps }),
      ...(created && { step_data: { ...dataOf(stands), ...created } }),
      ...(complete !== undefined && { complete }),
    },
    undefined,
    stands.version,
  );
}

/** 403 warns with what the server says, anything else is an error with what failed. */
export function sayFailure(error: unknown, what: string): void {
  if (error instanceof ApiError && error.status === 403) {
    toast.warning(detailOf(error));
  } else {
    toast.error(what);
  }
}

/**
 * Saves progress on the record as it stands now, so that a step that a colleague did stays done. Returns
 * whether it was saved; shows a failure.
 */
export async function saveProgress(id: string, progress: Progress): Promise<boolean> {
  for (let race = 1; ; race += 1) {
    try {
      keep(object, [await attempt(id, progress)]);
      return true;
    } catch (error) {
      const isRaced = error instanceof ApiError && (error.status === 409 || error.status === 412);
      if (!isRaced || race === mostRaces) {
        sayFailure(error, words.updateFailed);
        return false;
      }
    }
  }
}
