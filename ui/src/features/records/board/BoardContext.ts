import { createContext, use } from "react";
import type { Board } from "./settings";
import type { Drag } from "./useBoardDrag";

/** What the cards of a board share. */
export interface CardSetting {
  object: string;
  nameField: string;
  board: Board;
  hasFaces: boolean;
  /** Whether some card may be moved. */
  isMovable: boolean;
  tints: Readonly<Record<string, number>>;
  hintId: string;
}

export const CardContext = createContext<CardSetting | undefined>(undefined);

export function useCardSetting(): CardSetting {
  const setting = use(CardContext);
  if (!setting) {
    throw new Error("A card stands outside its board.");
  }
  return setting;
}

export interface DragSetting {
  drag: Drag | undefined;
  accepts: (id: string, place: string) => boolean;
  /** The card that was put somewhere last. */
  moved: string | undefined;
}

export const DragContext = createContext<DragSetting>({
  drag: undefined,
  accepts: () => false,
  moved: undefined,
});

export const useDragSetting = () => use(DragContext);
