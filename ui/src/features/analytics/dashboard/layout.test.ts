// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { WireRecord } from "@/api";
import { dashboardOf, emptyDashboard, fieldsOfDashboard, moved, stepped, withTile } from "./layout";

const report = { kind: "report", id: "r1", settings: undefined } as const;

describe("a dashboard", () => {
  it("begins with one empty tile, which the first component takes", () => {
    const tiles = withTile(emptyDashboard.tiles, report);
    expect(tiles).toEqual([{ ...emptyDashboard.tiles[0], component: report }]);
  });

  it("adds tiles of 2 by 1 two columns further, and in a new row behind the last column", () => {
    const tiles = [1, 2, 3].reduce(
      (before) => withTile(before, report),
      withTile(emptyDashboard.tiles, report),
    );
    expect(tiles.map(({ i, x, y, w, h }) => [i, x, y, w, h])).toEqual([
      ["c-0", 0, 0, 2, 1],
      ["c-1", 2, 0, 2, 1],
      ["c-2", 4, 0, 2, 1],
      ["c-3", 0, 1, 2, 1],
    ]);
  });

  it("is read back as it was stored", () => {
    const draft = {
      ...emptyDashboard,
      name: "Wall",
      refreshSeconds: 60,
      tiles: withTile(
        withTile(emptyDashboard.tiles, {
          kind: "report",
          id: "r1",
          settings: { chartType: "Pie", aggregate: "Count", field: "owner" },
        }),
        { kind: "file", id: "f1" },
      ),
    };
    const stored = fieldsOfDashboard(draft, "d1");
    expect(stored.layout_items).toEqual([
      {
        i: "c-0",
        component: {
          id: "r1",
          object: "Report",
          settings: { chartType: "Pie", aggregate: "Count", field: "owner" },
          dashboardId: "d1",
        },
      },
      { i: "c-1", component: { id: "f1", object: "File" } },
    ]);
    expect(dashboardOf({ id: "d1", ...stored } as unknown as WireRecord)).toEqual(draft);
  });

  it("survives what another client wrote", () => {
    const odd = {
      id: "d1",
      name: 3,
      layout: [null, { i: "a", x: 99, y: -1, w: 50, h: 0 }],
      layout_items: "x",
    };
    expect(dashboardOf(odd as unknown as WireRecord).tiles).toEqual([
      { i: "a", x: 0, y: 0, w: 6, h: 1, static: false, component: undefined },
    ]);
  });

  it("moves and sizes tiles within the grid", () => {
    const [tile] = emptyDashboard.tiles;
    if (!tile) {
      throw new Error("no tile");
    }
    expect(stepped(tile, "ArrowLeft", false)).toMatchObject({ x: 0 });
    expect(stepped({ ...tile, x: 4 }, "ArrowRight", false)).toMatchObject({ x: 4 });
    expect(stepped({ ...tile, x: 4 }, "ArrowRight", true)).toMatchObject({ w: 2 });
    expect(stepped(tile, "ArrowDown", true)).toMatchObject({ h: 2 });
    expect(moved([tile], [{ i: "c-0", x: 3, y: 2, w: 1, h: 2 }])).toMatchObject([{ x: 3, y: 2, w: 1, h: 2 }]);
  });
});
