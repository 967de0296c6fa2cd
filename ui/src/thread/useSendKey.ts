import type { WireRecord } from "@/api";
import { isSendKey, type SendKey } from "@/components/Composer/keys";
import { useTopics } from "@/realtime";
import { identityAtom, useAtomValue, useRecord } from "@/store";

const object = "organization";

/** What one chose oneself; undefined where that is as one's organization has it. */
export function ownSendKey(settings: unknown, kind: "sms" | "chat"): SendKey | undefined {
  const chosen = (settings as { send_key?: Record<string, unknown> | null } | null | undefined)?.send_key;
  return [chosen?.[kind]].find(isSendKey);
}

/** What sends a text or a message where one writes: what one chose, else what the organization has, else Enter. */
export function useSendKey(kind: "sms" | "chat"): SendKey {
  const identity = useAtomValue(identityAtom);
  const own = ownSendKey(identity?.user.settings, kind);
  const id = own === undefined ? (identity?.organization.id ?? "") : "";
  useTopics(id === "" ? [] : [`record:${object}:${id}`]);
  const common = useRecord<WireRecord & { enter_key?: unknown }>(object, id)?.enter_key;
  return own ?? (isSendKey(common) ? common : "enter");
}
