import { useState } from "react";
import type { Editing } from "./useEditing";

/** Fields that are changed where they stand, one by one, without the form. */
export interface InPlace {
  editing: Editing;
  mayEdit: boolean;
  opened: readonly string[];
  open: (name: string) => void;
  close: (name: string) => void;
}

export function useInPlace(editing: Editing, mayEdit: boolean): InPlace {
  const [opened, setOpened] = useState<readonly string[]>([]);
  return {
    editing,
    mayEdit,
    opened: mayEdit ? opened : [],
    open: (name) => setOpened((had) => [...had.filter((one) => one !== name), name]),
    close: (name) => setOpened((had) => had.filter((one) => one !== name)),
  };
}
