import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { object } from "../objects";

/** Whether the person may assign, snooze and close conversations. */
export const useMayWork = () => rightsFor(useAtomValue(identityAtom), object).update;
