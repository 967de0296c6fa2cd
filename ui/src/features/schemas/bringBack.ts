import { toast } from "@/components/Toaster/toasts";
import { type Definition, restore } from "./api";
import { words } from "./messages";
import { sayRefusal } from "./useSaving";

/** Brings an object back that was retired, or a field of one, and says so. */
export async function bringBack(
  object: string,
  title: string,
  field?: string,
): Promise<Definition | undefined> {
  try {
    const definition = await restore(object, field);
    toast.success(words.restored(title));
    return definition;
  } catch (error) {
    sayRefusal(error);
    return undefined;
  }
}
