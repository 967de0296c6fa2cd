import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useFeatures } from "@/feature";
import { t } from "@/messages";
import { useTopics, watchActivity } from "@/realtime";
import { goLive } from "../goLive";
import { useLoadAhead } from "../loading";
import { useShellKeys } from "../shellKeys";
import { BottomBar } from "./BottomBar";
import { ConnectionLine } from "./ConnectionLine";
import { DocumentTitle } from "./DocumentTitle";
import { FeatureParts } from "./FeatureParts";
import { LeaveGuard } from "./LeaveGuard";
import { Overlays } from "./Overlays";
import { queries } from "./queries";
import { Sidebar } from "./Sidebar";
import { TopRow } from "./TopRow";
import { useSteps } from "./useSteps";

/** Everything around the work: navigation, connection line, and what features add. */
export function Frame() {
  const features = useFeatures();
  const [, fail] = useState<never>();
  useEffect(() => {
    goLive(features, (error) =>
      fail(() => {
        throw error;
      }),
    );
  }, [features]);
  useEffect(() => watchActivity(), []);
  const hasDock = features.some((feature) => feature.Dock);
  useTopics(features.flatMap((feature) => feature.topics ?? []));
  useShellKeys();
  useLoadAhead();
  // First the navigation, then the page, then what is for later.
  const step = useSteps(2);
  return (
    <QueryClientProvider client={queries}>
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
            <TopRow />
            {hasDock ? (
              // Its place is kept before its code is there, and whatever it shows.
              <div className="h-18 shrink-0 border-b max-sm:order-last max-sm:border-t max-sm:border-b-0">
                {step > 1 ? <FeatureParts place="Dock" /> : null}
              </div>
            ) : null}
            <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col bg-surface outline-none">
              {step > 0 ? (
                <>
                  <FeatureParts place="Banner" />
                  <Outlet />
                </>
              ) : null}
            </main>
          </div>
        </div>
        <BottomBar />
        {step > 1 ? <FeatureParts place="Overlay" /> : null}
        {/* From the first step on, as the keys that open them. */}
        <Overlays />
        <LeaveGuard />
        <DocumentTitle />
      </div>
    </QueryClientProvider>
  );
}
