import { detailOf, patchRecord } from "@/api";
import { Choices } from "@/components/Choices/Choices";
import { keysOf, type SendKey } from "@/components/Composer/keys";
import { toast } from "@/components/Toaster/toasts";
import { keyLabel } from "@/lib/keys";
import { writing as words } from "@/messages/writing";
import { identityAtom, optimistic, store, useAtomValue } from "@/store";
import { ownSendKeys } from "./useSendKey";

const choices: Readonly<Record<SendKey | "common", string>> = {
  common: words.asOrganization,
  enter: keyLabel(keysOf.enter),
  shift_enter: keyLabel(keysOf.shift_enter),
  ctrl_enter: keyLabel(keysOf.ctrl_enter),
};

async function choose(key: SendKey | "common"): Promise<void> {
  const user = store.get(identityAtom)?.user;
  if (!user) {
    return;
  }
  const send_key = key === "common" ? null : { sms: key, chat: key };
  try {
    await optimistic("user", user.id, { settings: { ...user.settings, send_key } }, (command) =>
      patchRecord("user", { id: user.id, settings: { send_key } }, command),
    );
  } catch (error) {
    toast.error(words.error(detailOf(error)));
  }
}

/** Chooses what sends what one writes; it counts at once. */
export function SendKeyField() {
  const own = ownSendKeys(useAtomValue(identityAtom)?.user.settings).chat;
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
      <span aria-hidden>{words.sendKey}</span>
      <Choices
        label={words.sendKey}
        words={choices}
        chosen={own ?? "common"}
        onChoose={(key) => void choose(key)}
      />
    </div>
  );
}
