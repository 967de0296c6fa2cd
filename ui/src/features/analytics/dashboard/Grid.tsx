import { type ReactNode, useMemo } from "react";
import GridLayout, { useContainerWidth } from "react-grid-layout";
import { useMedia } from "@/lib/useMedia";
import { columns, moved, type Tile } from "./layout";
import "./grid.css";

/** Height of a row in pixels, and the space between tiles. */
const rowHeight = 280;
const gap = 12;

interface GridProps {
  tiles: readonly Tile[];
  isArranging: boolean;
  onTiles: (tiles: Tile[]) => void;
  tile: (tile: Tile, height: number) => ReactNode;
}

/** The grid of a dashboard: tiles are moved and sized while it is arranged; a phone has them in one column. */
export function Grid({ tiles, isArranging, onTiles, tile }: GridProps) {
  const { width, containerRef, mounted } = useContainerWidth();
  const isNarrow = useMedia("(max-width: 47.9rem)");
  const layout = useMemo(
    () => tiles.map(({ component: _, ...place }) => ({ ...place, static: !isArranging })),
    [tiles, isArranging],
  );
  const heightOf = ({ h }: Tile) => h * rowHeight + (h - 1) * gap;
  if (isNarrow) {
    const inOrder = [...tiles].sort((left, right) => left.y - right.y || left.x - right.x);
    return (
      <div className="grid gap-3 p-3">
        {inOrder.map((one) => (
          <div key={one.i} style={{ height: heightOf(one) }}>
            {tile(one, heightOf(one))}
          </div>
        ))}
      </div>
    );
  }
  return (
    <div ref={containerRef} className="p-2">
      {mounted ? (
        <GridLayout
          width={width}
          layout={layout}
          gridConfig={{ cols: columns, rowHeight, margin: [gap, gap], containerPadding: [8, 8] }}
          dragConfig={{ enabled: isArranging, handle: ".tile-handle", cancel: ".tile-still" }}
          resizeConfig={{ enabled: isArranging, handles: ["se"] }}
          onLayoutChange={(next) => {
            if (isArranging) {
              onTiles(moved(tiles, next));
            }
          }}
        >
          {tiles.map((one) => (
            <div key={one.i}>{tile(one, heightOf(one))}</div>
          ))}
        </GridLayout>
      ) : null}
    </div>
  );
}
