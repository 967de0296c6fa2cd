import { recall, remember } from "@/lib/storage";
import { atom } from "@/store";

/** The left panel: first 300, a double-click resets to 250, from 25 to 600; under 120 it is a rail. */
const firstWidth = 300;
export const resetWidth = 250;
const least = 25;
const most = 600;
const railBelow = 120;

const key = "navigation.width";

export const clampWidth = (width: number) => Math.round(Math.min(most, Math.max(least, width)));

function stored(): number {
  const width = Number(recall(key) ?? Number.NaN);
  return Number.isFinite(width) ? clampWidth(width) : firstWidth;
}

const widthValue = atom(stored());

export const panelWidthAtom = atom(
  (get) => get(widthValue),
  (_get, set, width: number) => {
    set(widthValue, clampWidth(width));
    remember(key, String(clampWidth(width)));
  },
);

export const isRailAtom = atom((get) => get(widthValue) < railBelow);

export const toggleRailAtom = atom(null, (get, set) => {
  set(panelWidthAtom, get(isRailAtom) ? resetWidth : least);
});
