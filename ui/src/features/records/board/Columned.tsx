import { DndContext, DragOverlay } from "@dnd-kit/core";
import { createPortal } from "react-dom";
import { cn } from "@/lib/cn";
import { CardContext, type CardSetting, DragContext } from "./BoardContext";
import { FlyingCard } from "./Card";
import { Columns, type ColumnsProps, Lanes } from "./Columns";
import type { useBoardDrag } from "./useBoardDrag";

interface ColumnedProps extends ColumnsProps {
  setting: CardSetting;
  moving: ReturnType<typeof useBoardDrag>;
}

/** What is said of a drag is said by the board. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** The columns with their cards, which can be moved. */
export function Columned({ setting, moving, ...columns }: ColumnedProps) {
  const { drag, accepts, moved, context, onKeyDown, onBlur } = moving;
  const hasLanes = setting.board.lanes !== undefined;
  return (
    <CardContext value={setting}>
      <DragContext value={{ drag, accepts, moved }}>
        <DndContext
          {...context}
          accessibility={{ announcements: silent, screenReaderInstructions: { draggable: "" } }}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the cards inside */}
          <div
            onKeyDown={onKeyDown}
            onBlur={onBlur}
            data-board
            data-scroller
            className={cn(
              "min-h-0 flex-1 overflow-x-auto",
              hasLanes ? "overflow-y-auto" : "overflow-y-hidden",
              drag ? undefined : "max-sm:snap-x max-sm:scroll-px-3",
            )}
          >
            {hasLanes ? <Lanes {...columns} /> : <Columns {...columns} />}
          </div>
          {createPortal(
            <DragOverlay dropAnimation={null}>
              {drag && !drag.isByKeys ? <FlyingCard id={drag.id} /> : null}
            </DragOverlay>,
            document.body,
          )}
        </DndContext>
      </DragContext>
    </CardContext>
  );
}
