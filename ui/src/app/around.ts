import type { Feature, Loadable } from "@/feature";

/**
 * Loads what stands on the first page beside the page itself, so that it is drawn with it and nothing moves when it
 * comes. What fails is loaded again, and says so, where it is shown.
 */
export async function loadAround(features: readonly Feature[]): Promise<void> {
  const parts = features.flatMap(({ Banner, Dock, Overlay, Navigation, home = [], starters = [] }) => [
    Banner,
    Dock,
    Overlay,
    Navigation,
    // A card that is only there when something is on it may come with that.
    ...home.map(({ Card, count }) => (count ? undefined : Card)),
    ...starters.map(({ Starter }) => Starter),
  ]);
  await Promise.allSettled(parts.map((part: Pick<Loadable, "preload"> | undefined) => part?.preload()));
}
