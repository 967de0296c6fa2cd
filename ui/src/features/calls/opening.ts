import { patchRecord } from "@/api";
import { isTyping } from "@/lib/keys";
import { hasTyped } from "@/lib/unsaved";
import { atom, currentUserId, identityAtom, store, useAtomValue } from "@/store";

/** Whether whom one takes a call of is opened, in all browsers of the person; so until he says otherwise. */
const opensCustomerAtom = atom((get) => {
  const settings = get(identityAtom)?.user.settings as
    | { phone_settings?: { open_customer?: boolean } }
    | null
    | undefined;
  return settings?.phone_settings?.open_customer !== false;
});

export const useOpensCustomer = (): boolean => useAtomValue(opensCustomerAtom);

export async function setOpensCustomer(isOn: boolean): Promise<void> {
  const id = currentUserId();
  if (id !== undefined) {
    await patchRecord("user", { id, settings: { phone_settings: { open_customer: isOn } } });
  }
}

const isAtWork = () =>
  hasTyped() || isTyping(document.activeElement) || document.querySelector("dialog[open]") !== null;

/** Whether to open somebody now: it is wanted, and nobody is taken away from what he writes. */
export const mayOpen = (): boolean => store.get(opensCustomerAtom) && !isAtWork();
