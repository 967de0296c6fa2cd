import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t } from "@/messages";
import { DocumentTitle } from "./DocumentTitle";
import { FeatureParts } from "./FeatureParts";
import { LeaveGuard } from "./LeaveGuard";
import { Overlays } from "./Overlays";

function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault(); // the address and its history stay as they are
        document.getElementById(to)?.focus();
      }}
      className="-top-10 fixed left-2 z-50 rounded bg-accent px-3 py-1.5 text-on-accent focus:top-2"
    >
      {children}
    </a>
  );
}

/** The first stops of the keyboard: past the navigation, to the page or to the row of calls. */
export function SkipLinks({ hasDock }: { hasDock: boolean }) {
  return (
    <>
      <SkipLink to="content">{t.frame.skipToContent}</SkipLink>
      {hasDock ? <SkipLink to="dock">{t.frame.skipToDock}</SkipLink> : null}
    </>
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
