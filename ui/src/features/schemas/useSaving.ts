import { useState } from "react";
import { ApiError, detailOf } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { type Definition, type DefinitionPatch, patchDefinition } from "./api";
import { words } from "./messages";

/** A refusal for want of rights is a warning with the server's words, all else an error. */
export function sayRefusal(error: unknown): void {
  if (error instanceof ApiError && error.status === 403) {
    toast.warning(detailOf(error));
  } else {
    toast.error(words.saveError(detailOf(error)));
  }
}

/** What one had seen of a definition when one's own change came too late, and what the server said to it. */
export interface Seen {
  definition: Definition;
  detail: string;
}

interface Known {
  definition: Definition;
  again: () => Promise<Definition | undefined>;
  take: (definition: Definition) => void;
}

/**
 * Stores what one changes of a definition, over the version that one saw. What somebody else stored in the same moment
 * is read, and told; nothing of one's own is stored until one has seen it.
 */
export function useSaving({ definition, again, take }: Known) {
  const [seen, setSeen] = useState<Seen>();
  const [isSaving, setSaving] = useState(false);
  /** Gives the definition as it is stored now; nothing where somebody was faster. Throws what else is refused. */
  const save = async (patch: DefinitionPatch): Promise<Definition | undefined> => {
    setSaving(true);
    try {
      const now = await patchDefinition(definition.api_name, definition.version, patch);
      setSeen(undefined);
      take(now);
      return now;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) {
        throw error;
      }
      setSeen({ definition, detail: detailOf(error) });
      await again();
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  return {
    save,
    isSaving,
    /** What one had seen when one's change came too late. */
    seen,
  };
}

const attempts = 5;

/** Carries a change out that is made again of whatever others store in the same moment. */
export async function insist(
  { definition, again, take }: Known,
  patchOf: (definition: Definition) => DefinitionPatch,
): Promise<Definition> {
  let known = definition;
  for (let attempt = 1; ; attempt++) {
    try {
      const now = await patchDefinition(known.api_name, known.version, patchOf(known));
      take(now);
      return now;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412) || attempt === attempts) {
        throw error;
      }
      known = (await again()) ?? known;
    }
  }
}
