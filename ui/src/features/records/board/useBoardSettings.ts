import { useMemo } from "react";
import { detailOf, type ObjectSchema, patchRecord, type WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import type { FieldSpec } from "@/fields";
import { identityAtom, useAtomValue } from "@/store";
import { object as filterObject, type SavedFilter } from "../list/filters/savedFilter";
import { keepChoice } from "../list/modes";
import { words } from "./messages";
import { type BoardSettings, boardOf, laidOver, settingsIn } from "./settings";

/** What a saved filter says of the board. */
const settingsOf = (filter: SavedFilter | undefined): unknown =>
  (filter?.record.settings as { kanbanSettings?: unknown } | null | undefined)?.kanbanSettings;

/** The board of a list: what the address says, laid over what the filter says, or what one chose without a filter. */
export function useBoardSettings(
  schema: ObjectSchema,
  fields: readonly FieldSpec[],
  linked: BoardSettings | undefined,
  filter: SavedFilter | undefined,
) {
  const boards = useAtomValue(identityAtom)?.user.settings?.boards as Record<string, unknown> | undefined;
  const stored = filter ? settingsOf(filter) : boards?.[schema.api_name];
  const key = JSON.stringify([stored, linked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same where they say the same
  return useMemo(() => {
    const base = settingsIn(stored);
    const settings = laidOver(base, linked ?? {});
    return { base, settings, board: boardOf(schema, fields, settings) };
  }, [schema, fields, key]);
}

/** Settings that are merged with those that were there: what is gone is named. */
function replacing(base: BoardSettings, settings: BoardSettings) {
  const gone = Object.keys(base.columnColors ?? {}).map((key) => [key, null]);
  return {
    ...settings,
    columnColors: { ...Object.fromEntries(gone), ...settings.columnColors },
  };
}

/** Keeps a board with the person, for the list without a filter. */
export const keepBoard = (object: string, base: BoardSettings, settings: BoardSettings): void =>
  void keepChoice("boards", object, replacing(base, settings));

/** Stores a board with a filter, for all who use it; true where that was done. */
export async function saveBoard(filter: SavedFilter, settings: BoardSettings): Promise<boolean> {
  const had = (filter.record.settings ?? {}) as Record<string, unknown>;
  try {
    // It comes back by the filters' own topic, as from anybody else.
    await patchRecord<WireRecord>(filterObject, {
      id: filter.id,
      settings: { ...had, displayMode: "kanban", kanbanSettings: settings },
    });
    toast.success(words.saved);
    return true;
  } catch (error) {
    toast.error(words.saveError(detailOf(error)));
    return false;
  }
}
