import { isTyping } from "@/lib/keys";
import { hasTyped } from "@/lib/unsaved";
import { store } from "@/store";
import { opensCustomerAtom } from "./phoneSettings";

const isAtWork = () =>
  hasTyped() || isTyping(document.activeElement) || document.querySelector("dialog[open]") !== null;

/** Whether to open somebody now: it is wanted, and nobody is taken away from what he writes. */
export const mayOpen = (): boolean => store.get(opensCustomerAtom) && !isAtWork();
