import { Outlet } from "@tanstack/react-router";
import { createElement, Fragment, lazy, Suspense, useEffect } from "react";
import { useFeatures } from "@/feature";
import { t } from "@/messages";
import { startRealtime, useTopics, watchActivity } from "@/realtime";
import { useAtom } from "@/store";
import { overlayAtom } from "../overlays";
import { useShellKeys } from "../shellKeys";
import { BottomBar } from "./BottomBar";
import { ConnectionLine } from "./ConnectionLine";
import { Sidebar } from "./Sidebar";

const Palette = lazy(() => import("../palette/Palette").then((module) => ({ default: module.Palette })));
const ShortcutSheet = lazy(() =>
  import("../palette/ShortcutSheet").then((module) => ({ default: module.ShortcutSheet })),
);

function Overlays() {
  const [overlay, setOverlay] = useAtom(overlayAtom);
  const close = () => setOverlay(undefined);
  return (
    <Suspense fallback={null}>
      {overlay === "palette" ? <Palette onClose={close} /> : null}
      {overlay === "shortcuts" ? <ShortcutSheet onClose={close} /> : null}
    </Suspense>
  );
}

/** What features show around every page, in one of its places. */
function FeatureParts({ place }: { place: "Banner" | "Tray" | "Overlay" }) {
  const parts = useFeatures().map(({ [place]: Part }) =>
    // biome-ignore lint/correctness/useJsxKeyInIterable: they are given to the fragment one by one
    Part ? <Part /> : null,
  );
  return createElement(Fragment, null, ...parts);
}

/** Everything around the work: navigation, connection line, and what features add. */
export function Frame() {
  useEffect(startRealtime, []);
  useEffect(() => watchActivity(), []);
  useTopics(useFeatures().flatMap((feature) => feature.topics ?? []));
  useShellKeys();
  return (
    <div className="flex h-full flex-col">
      <a
        href="#content"
        className="-top-10 fixed left-2 z-50 rounded bg-accent px-3 py-1.5 text-on-accent focus:top-2"
      >
        {t.frame.skipToContent}
      </a>
      <ConnectionLine />
      <div className="flex min-h-0 flex-1">
        <Sidebar />
        <div className="flex min-w-0 flex-1 flex-col">
          <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col bg-surface outline-none">
            <FeatureParts place="Banner" />
            <Outlet />
          </main>
          <FeatureParts place="Tray" />
        </div>
      </div>
      <BottomBar />
      <FeatureParts place="Overlay" />
      <Overlays />
    </div>
  );
}
