import { sessionAtom, useAtomValue } from "@/store";

/** The name of my draft in a thread. A user is one person in one organization: nobody else finds it. */
export function useOwnDraft(thread: string): string {
  return `${useAtomValue(sessionAtom)?.userId ?? ""}.${thread}`;
}
