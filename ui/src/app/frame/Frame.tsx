import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { CallAlert } from "@/features/calls/CallAlert";
import { CallTray } from "@/features/calls/CallTray";
import { SpendBanner } from "@/features/organization/SpendBanner";
import { t } from "@/messages";
import { startRealtime, useTopic, watchActivity } from "@/realtime";
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

/** Everything around the work: navigation, connection line, the call that rings or runs. */
export function Frame() {
  useEffect(startRealtime, []);
  useEffect(() => watchActivity(), []);
  useTopic("me");
  useTopic("presence");
  useTopic("calls");
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
            <SpendBanner />
            <Outlet />
          </main>
          <CallTray />
        </div>
      </div>
      <BottomBar />
      <CallAlert />
      <Overlays />
    </div>
  );
}
