import { cn } from "@/lib/cn";
import type { Sort } from "../live/sorting";
import { Cell, type End } from "./Cell";
import { nothing, type Tallies, tallyOf } from "./counts";
import { ColumnHead, Figures, LaneHead } from "./Head";
import { words } from "./messages";
import { type Pile, placeKey, placeOf } from "./piles";
import type { Board } from "./settings";

/** Cards that a place draws at first. */
const inColumn = 40;
const inLane = 10;

export interface ColumnsProps {
  board: Board;
  columns: readonly Pile[];
  /** Empty without swimlanes. */
  lanes: readonly Pile[];
  piles: ReadonlyMap<string, readonly string[]>;
  tallies: Tallies;
  isAtLeast: boolean;
  sort: Sort;
  collapsed: ReadonlySet<string>;
  /** How a record is called where one can be added. */
  adds: string | undefined;
  endOf: (column: string) => End;
  onMore: (column: string) => void;
  /** Folds a column or a lane, or opens it again. */
  onCollapse: (key: string) => void;
  onAdd: (column: Pile) => void;
}

export const columnFold = ({ columns }: Board, key: string) => `column ${columns.name} ${key}`;
export const laneFold = ({ lanes }: Board, key: string) => `lane ${lanes?.name ?? ""} ${key}`;

const none: readonly string[] = [];
const width = (isCollapsed: boolean) => (isCollapsed ? "w-11" : "w-72");

function Heads(props: ColumnsProps & { column: Pile; tally: typeof nothing }) {
  const { column, tally, board, isAtLeast, collapsed, adds, onCollapse, onAdd } = props;
  return (
    <ColumnHead
      pile={column}
      tally={tally}
      board={board}
      isAtLeast={isAtLeast}
      isCollapsed={collapsed.has(columnFold(board, column.key))}
      isFlat={board.lanes !== undefined}
      adds={column.isRetired ? undefined : adds}
      onCollapse={() => onCollapse(columnFold(board, column.key))}
      onAdd={() => onAdd(column)}
    />
  );
}

/** A board without swimlanes: each column scrolls by itself. */
export function Columns(props: ColumnsProps) {
  const { board, columns, piles, tallies, sort, collapsed, endOf, onMore } = props;
  return (
    <div className="flex h-full w-max gap-3 p-4 max-sm:p-3">
      {columns.map((column) => {
        const key = placeKey({ column: column.key, lane: "" });
        const tally = tallies.get(key) ?? nothing;
        const isCollapsed = collapsed.has(columnFold(board, column.key));
        return (
          <section
            key={column.key}
            aria-label={column.label}
            data-column={column.key}
            className={cn(
              "flex h-full min-h-0 shrink-0 snap-start flex-col rounded-lg bg-n3",
              width(isCollapsed),
            )}
          >
            <Heads {...props} column={column} tally={tally} />
            {isCollapsed ? null : (
              <Cell
                place={key}
                label={column.label}
                ids={piles.get(key) ?? none}
                count={tally.count}
                end={endOf(column.key)}
                sort={sort}
                step={inColumn}
                isScroller
                onMore={onMore}
                className="flex-1"
              />
            )}
          </section>
        );
      })}
    </div>
  );
}

/** A board with swimlanes: all of it scrolls, under the heads of the columns. */
export function Lanes(props: ColumnsProps) {
  const { board, columns, lanes, piles, tallies, isAtLeast, sort, collapsed, endOf, onMore, onCollapse } =
    props;
  return (
    <div className="w-max min-w-full px-4 pb-4 max-sm:px-3">
      <div className="sticky top-0 z-2 flex gap-3 bg-surface pt-4 pb-1">
        {columns.map((column) => (
          <div
            key={column.key}
            className={cn(
              "shrink-0 self-start rounded-lg bg-n3",
              width(collapsed.has(columnFold(board, column.key))),
            )}
          >
            <Heads
              {...props}
              column={column}
              tally={tallyOf(tallies, (place) => placeOf(place).column === column.key)}
            />
          </div>
        ))}
      </div>
      {lanes.map((lane) => {
        const isFolded = collapsed.has(laneFold(board, lane.key));
        return (
          <section key={lane.key} aria-label={lane.label} className="border-b py-1.5 last:border-b-0">
            <LaneHead
              pile={lane}
              tally={tallyOf(tallies, (place) => placeOf(place).lane === lane.key)}
              board={board}
              isAtLeast={isAtLeast}
              isCollapsed={isFolded}
              onCollapse={() => onCollapse(laneFold(board, lane.key))}
            />
            {isFolded ? null : (
              <div className="mt-1 flex items-stretch gap-3">
                {columns.map((column) => {
                  const key = placeKey({ column: column.key, lane: lane.key });
                  const tally = tallies.get(key) ?? nothing;
                  const isCollapsed = collapsed.has(columnFold(board, column.key));
                  const ids = piles.get(key) ?? none;
                  return (
                    <div
                      key={column.key}
                      className={cn("flex shrink-0 flex-col rounded-lg bg-n2", width(isCollapsed))}
                    >
                      {isCollapsed ? (
                        <span className="py-3 text-center text-meta text-n11 tabular-nums">
                          {tally.count}
                        </span>
                      ) : (
                        <>
                          {tally.count > 0 ? (
                            <p className="flex items-center gap-2 px-3 pt-2">
                              <Figures tally={tally} board={board} isAtLeast={isAtLeast} />
                            </p>
                          ) : null}
                          <Cell
                            place={key}
                            label={words.cardsIn(column.label, lane.label)}
                            ids={ids}
                            count={tally.count}
                            end={ids.length < tally.count || isAtLeast ? endOf(column.key) : "complete"}
                            sort={sort}
                            step={inLane}
                            onMore={onMore}
                            className="flex-1"
                          />
                        </>
                      )}
                    </div>
                  );
                })}
              </div>
            )}
          </section>
        );
      })}
    </div>
  );
}
