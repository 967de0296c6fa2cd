import { useEffect, useMemo, useRef, useState } from "react";
import type { ObjectSchema } from "@/api";
import { secretsOf } from "@/fields";
import { type Draft, emptyDraft, isDirty, takeTheirs } from "./draft";
import { type Kept, keepEdits, keptOf, restore, toKeep } from "./kept";

/** A draft without anything in it, whose controls forget what they held. */
const emptied = (draft: Draft): Draft => ({
  ...emptyDraft,
  revisions: Object.keys(draft.edits).reduce(takeTheirs, draft).revisions,
});

/**
 * A draft that outlives the page: it is kept in this browser as it is typed, and stands again when its person opens
 * the same record. Where the record has changed since, it is offered instead.
 */
export function useKeptDraft(schema: ObjectSchema, id: string, version: number | undefined) {
  const name = `${schema.api_name}:${id}`;
  const secrets = useMemo(() => secretsOf(schema), [schema]);
  const [found, setFound] = useState(() => keptOf(name));
  const [isRestored, setRestored] = useState(found !== undefined && found.version === version);
  const [draft, setDraft] = useState(() => (found && isRestored ? restore(emptyDraft, found) : emptyDraft));
  const waiting: Kept | undefined = isRestored ? undefined : found;
  const before = useRef(draft);
  const current = useRef({ version, waiting, secrets });
  current.current = { version, waiting, secrets };

  useEffect(() => {
    if (before.current !== draft) {
      const isChanged = before.current.edits !== draft.edits;
      before.current = draft;
      if (isChanged) {
        const kept = toKeep(draft, current.current.version, current.current.waiting, current.current.secrets);
        keepEdits(name, kept);
        if (kept === undefined) {
          setFound(undefined); // the last of what was kept was saved or given up
        }
      }
    }
  }, [draft, name]);

  /** Gives up all that is not saved, and what was kept of it. */
  const reset = () => {
    keepEdits(name, undefined);
    setFound(undefined);
    setRestored(false);
    setDraft(emptied);
  };

  return {
    draft,
    setDraft,
    reset,
    /** When the changes were made that are kept from an earlier visit, or wait while the form is closed. */
    keptAt: found?.at ?? (isDirty(draft) ? keptOf(name)?.at : undefined),
    /** Nothing of it is lost with the page: a secret that was typed would be. */
    isKept: !secrets.some((field) => field in draft.edits),
    isFromBefore: found !== undefined,
    /** They wait to be decided about, since the record has changed meanwhile. */
    isWaiting: waiting !== undefined,
    restore: () => {
      if (waiting) {
        setRestored(true);
        setDraft((had) => restore(had, waiting));
      }
    },
  };
}
