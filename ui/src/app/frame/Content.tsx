import { Outlet } from "@tanstack/react-router";
import { t } from "@/messages";
import { DocumentTitle } from "./DocumentTitle";
import { FeatureParts } from "./FeatureParts";
import { LeaveGuard } from "./LeaveGuard";
import { Overlays } from "./Overlays";

export function SkipToContent() {
  return (
    <a
      href="#content"
      className="-top-10 fixed left-2 z-50 rounded bg-accent px-3 py-1.5 text-on-accent focus:top-2"
    >
      {t.frame.skipToContent}
    </a>
  );
}

/** The page itself. */
export function Content({ isDrawn }: { isDrawn: boolean }) {
  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col bg-surface outline-none">
      {isDrawn ? (
        <>
          <FeatureParts place="Banner" />
          <Outlet />
        </>
      ) : null}
    </main>
  );
}

/** What lies over every page, and what goes with it unseen. */
export function Over({ isDrawn }: { isDrawn: boolean }) {
  return (
    <>
      {isDrawn ? <FeatureParts place="Overlay" /> : null}
      {/* From the first step on, as the keys that open them. */}
      <Overlays />
      <LeaveGuard />
      <DocumentTitle />
    </>
  );
}
