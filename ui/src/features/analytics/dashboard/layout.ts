import type { WireRecord } from "@/api";
import { type ChartSettings, settingsOf } from "../charts/settings";
import { dashboardObject } from "../names";
import type { Keeping } from "../useKeptDraft";

/** Columns of a dashboard's grid. */
export const columns = 6;

/** Where a tile stands and how large it is, in columns and rows. */
export interface Place {
  i: string;
  x: number;
  y: number;
  w: number;
  h: number;
  static: boolean;
}

/** What a tile shows: a saved report, whose chart may be set otherwise here, or a file. */
export type Component = ReportComponent | FileComponent;

export interface ReportComponent {
  kind: "report";
  id: string;
  /** Settings of this tile alone, where they are not the report's. */
  settings: ChartSettings | undefined;
}

export interface FileComponent {
  kind: "file";
  id: string;
}

export interface Tile extends Place {
  component: Component | undefined;
}

export interface DashboardDraft {
  name: string;
  visibility: string;
  /** How often the figures are read again on a screen that nobody touches; none where it is not set. */
  refreshSeconds: number | null;
  tiles: readonly Tile[];
}

const width = 2;
const height = 1;

/** A new dashboard: one empty tile. */
export const emptyDashboard: DashboardDraft = {
  name: "New Dashboard",
  visibility: "organization",
  refreshSeconds: null,
  tiles: [{ i: "c-0", x: 0, y: 0, w: width, h: height, static: false, component: undefined }],
};

const whole = (value: unknown, least: number, otherwise: number) =>
  typeof value === "number" && Number.isFinite(value) ? Math.max(least, Math.floor(value)) : otherwise;

function componentOf(raw: unknown, object: string): Component | undefined {
  const stored = (typeof raw === "object" && raw !== null ? raw : {}) as Record<string, unknown>;
  const { id } = stored;
  if (typeof id !== "string" || id === "") {
    return undefined;
  }
  const isFile = String(stored.object ?? object).toLowerCase() === "file";
  return isFile
    ? { kind: "file", id }
    : { kind: "report", id, settings: stored.settings ? settingsOf(stored.settings) : undefined };
}

/** Reads a stored dashboard. */
export function dashboardOf(record: WireRecord): DashboardDraft {
  const stored = record as Record<string, unknown>;
  const places = Array.isArray(stored.layout) ? (stored.layout as Record<string, unknown>[]) : [];
  const items = Array.isArray(stored.layout_items) ? (stored.layout_items as Record<string, unknown>[]) : [];
  const byTile = new Map(items.map((item) => [String(item.i), item.component]));
  const tiles = places.flatMap((place): Tile[] => {
    if (typeof place !== "object" || place === null || typeof place.i !== "string") {
      return [];
    }
    const w = Math.min(columns, whole(place.w, 1, width));
    return [
      {
        i: place.i,
        x: Math.min(columns - w, whole(place.x, 0, 0)),
        y: whole(place.y, 0, 0),
        w,
        h: whole(place.h, 1, height),
        static: place.static === true,
        component: componentOf(byTile.get(place.i), "report"),
      },
    ];
  });
  return {
    name: typeof stored.name === "string" ? stored.name : emptyDashboard.name,
    visibility: typeof stored.visibility === "string" ? stored.visibility : emptyDashboard.visibility,
    refreshSeconds: typeof stored.refresh_seconds === "number" ? stored.refresh_seconds : null,
    tiles,
  };
}

/** The fields that a dashboard is stored as. */
export function fieldsOfDashboard(draft: DashboardDraft, id: string | undefined): Record<string, unknown> {
  const { name, visibility, refreshSeconds, tiles } = draft;
  return {
    name: name.trim() || emptyDashboard.name,
    visibility,
    refresh_seconds: refreshSeconds,
    layout: tiles.map(({ component: _, ...place }) => place),
    layout_items: tiles.flatMap(({ i, component }) =>
      component
        ? {
            i,
            component:
              component.kind === "file"
                ? { id: component.id, object: "File" }
                : {
                    id: component.id,
                    object: "Report",
                    ...(component.settings ? { settings: component.settings } : {}),
                    ...(id ? { dashboardId: id } : {}),
                  },
          }
        : [],
    ),
  };
}

/** Whether two dashboards would be stored alike. */
const isSameDashboard = (one: DashboardDraft, other: DashboardDraft): boolean =>
  JSON.stringify(fieldsOfDashboard(one, undefined)) === JSON.stringify(fieldsOfDashboard(other, undefined));

/** Adds a tile two columns further than the last one, in the next row where there is no room left. */
export function withTile(tiles: readonly Tile[], component: Component | undefined): Tile[] {
  const empty = tiles.find((tile) => tile.component === undefined);
  if (empty && component) {
    return tiles.map((tile) => (tile === empty ? { ...tile, component } : tile));
  }
  const last = tiles.at(-1);
  const number = Math.max(-1, ...tiles.map(({ i }) => Number(/^c-(\d+)$/.exec(i)?.[1] ?? -1))) + 1;
  const next = last ? last.x + 2 : 0;
  const fits = next + width <= columns;
  const bottom = Math.max(0, ...tiles.map(({ y, h }) => y + h));
  return [
    ...tiles,
    {
      i: `c-${number}`,
      x: fits ? next : 0,
      y: fits ? (last?.y ?? 0) : bottom,
      w: width,
      h: height,
      static: false,
      component,
    },
  ];
}

/** The tiles at the places that they were moved to. */
export function moved(tiles: readonly Tile[], places: readonly Omit<Place, "static">[]): Tile[] {
  const byTile = new Map(places.map((place) => [place.i, place]));
  return tiles.map((tile) => {
    const place = byTile.get(tile.i);
    return place ? { ...tile, x: place.x, y: place.y, w: place.w, h: place.h } : tile;
  });
}

/** Moves or sizes a tile by the keyboard, one step at a time and never beyond the grid. */
export function stepped(tile: Tile, key: string, isSizing: boolean): Tile {
  const dx = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const dy = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  return isSizing
    ? { ...tile, w: Math.min(columns - tile.x, Math.max(1, tile.w + dx)), h: Math.max(1, tile.h + dy) }
    : {
        ...tile,
        x: Math.min(columns - tile.w, Math.max(0, tile.x + dx)),
        y: Math.max(0, tile.y + dy),
      };
}

/** Drafts of dashboards, as they are kept in this browser. */
export const keeping: Keeping<DashboardDraft> = {
  object: dashboardObject,
  isSame: isSameDashboard,
  read: (kept) =>
    Array.isArray((kept as Partial<DashboardDraft> | null)?.tiles) ? (kept as DashboardDraft) : undefined,
};
