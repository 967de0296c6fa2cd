import type { WireRecord } from "@/api";
import { isSendKey, type SendKey } from "@/components/Composer/keys";
import { useTopics } from "@/realtime";
import { identityAtom, useAtomValue, useRecord } from "@/store";

const object = "organization";

/** What sends texts, and what sends messages among colleagues. */
export interface SendKeys {
  sms?: SendKey | undefined;
  chat?: SendKey | undefined;
}

/** What one chose oneself; undefined where that is as one's organization has it. */
export function ownSendKeys(settings: unknown): SendKeys {
  const chosen = (settings as { send_key?: Record<keyof SendKeys, unknown> | null } | null | undefined)
    ?.send_key;
  return { sms: [chosen?.sms].find(isSendKey), chat: [chosen?.chat].find(isSendKey) };
}

/** What sends a text or a message where one writes: what one chose, else what the organization has, else Enter. */
export function useSendKey(kind: keyof SendKeys): SendKey {
  const identity = useAtomValue(identityAtom);
  const own = ownSendKeys(identity?.user.settings)[kind];
  const id = own === undefined ? (identity?.organization.id ?? "") : "";
  useTopics(id === "" ? [] : [`record:${object}:${id}`]);
  const common = useRecord<WireRecord & { enter_key?: unknown }>(object, id)?.enter_key;
  return own ?? (isSendKey(common) ? common : "enter");
}
