import { toast } from "@/components/Toaster/toasts";
import { words } from "./messages";

/** Puts a text on the clipboard and says so; false if the browser did not allow it. */
export async function copy(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(words.copied(what));
    return true;
  } catch {
    toast.error(words.notCopied);
    return false;
  }
}
