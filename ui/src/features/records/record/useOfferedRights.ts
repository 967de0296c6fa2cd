import type { Rights, WireRecord } from "@/api";
import { useTopics } from "@/realtime";
import { identityAtom, useAtomValue, useRecord } from "@/store";
import { useRights } from "../objects";
import { rightsIn } from "../rowRights";

const object = "organization";

/** Whether the organization wants changes offered to superusers alone (its setting record_buttons), and this is none. */
export function useAreChangesReserved(): boolean {
  const identity = useAtomValue(identityAtom);
  // Superusers are offered everything, whatever is set.
  const id = identity && !identity.user.is_superuser ? identity.organization.id : "";
  useTopics(id === "" ? [] : [`record:${object}:${id}`]);
  const buttons = useRecord<WireRecord & { record_buttons?: string | null }>(object, id)?.record_buttons;
  return buttons === "superuser_only";
}

/**
 * What the page of a record offers to its reader: what his rights to it allow, unless changes are reserved. What the
 * server lets him do is another matter.
 */
export function useOfferedRights(of: string, record?: WireRecord): Rights {
  const rights = rightsIn(useRights(of), record);
  return useAreChangesReserved() ? { ...rights, create: false, update: false, delete: false } : rights;
}
