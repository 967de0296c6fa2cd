import { toast } from "@/components/Toaster/toasts";
import { bases } from "./bases";
import { windowWords } from "./names";

/** The browser has one such window at most. */
const name = "switchboard.phone";
const shape = "popup,width=400,height=720";

/** Opens the phone in a window of its own, or brings the one that is open to the front as it is. */
export function openPhoneWindow(): void {
  const opened = window.open("", name, shape);
  if (!opened) {
    toast.error(windowWords.blocked);
    return;
  }
  if (opened.location.href === "about:blank") {
    opened.location.replace(`${bases[0]}/keypad`);
  }
  opened.focus();
}
