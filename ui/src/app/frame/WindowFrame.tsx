import { QueryClientProvider } from "@tanstack/react-query";
import { Compass } from "lucide-react";
import { useState } from "react";
import { PageState } from "@/components/PageState/PageState";
import { FeaturesContext, type OwnWindow, useFeatures } from "@/feature";
import { t } from "@/messages";
import { openedAt } from "../ownWindow";
import { useUsedFeatures } from "../used";
import { ConnectionLine } from "./ConnectionLine";
import { Content, Over, SkipLinks } from "./Content";
import { FeatureParts } from "./FeatureParts";
import { queries } from "./queries";
import { useRunning } from "./useRunning";
import { useSteps } from "./useSteps";

/** The window's own place: its pages are there as long as the organization uses its feature. */
export function WindowFrame() {
  const all = useFeatures();
  const [opened] = useState(() => openedAt(all, location.pathname)?.window);
  const used = useUsedFeatures();
  return (
    <FeaturesContext value={used}>
      {opened && used.some(({ window }) => window === opened) ? <Framed window={opened} /> : <NotUsed />}
    </FeaturesContext>
  );
}

/** Live as any page: what the organization uses may change. */
function NotUsed() {
  useRunning();
  return (
    <main className="h-full bg-surface">
      <PageState icon={<Compass />} title={t.frame.notFoundTitle} text={t.frame.notUsed} />
    </main>
  );
}

/** Around the pages of a window of its own: the row of calls above them, and at the foot what the window has for itself. */
function Framed({ window: { Bar } }: { window: OwnWindow }) {
  const features = useFeatures();
  const hasDock = features.some((feature) => feature.Dock);
  useRunning();
  const step = useSteps(2);
  return (
    <QueryClientProvider client={queries}>
      <div className="flex h-full flex-col">
        <SkipLinks hasDock={hasDock} />
        <ConnectionLine />
        {hasDock ? (
          <div id="dock" tabIndex={-1} className="h-18 shrink-0 border-b">
            {step > 1 ? <FeatureParts place="Dock" /> : null}
          </div>
        ) : null}
        <Content isDrawn={step > 0} />
        <div className="h-14 shrink-0 border-t bg-n2">
          <Bar />
        </div>
        <Over isDrawn={step > 1} />
      </div>
    </QueryClientProvider>
  );
}
