import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { useFeatures } from "@/feature";
import { openedAt } from "../ownWindow";
import { ConnectionLine } from "./ConnectionLine";
import { Content, Over, SkipToContent } from "./Content";
import { FeatureParts } from "./FeatureParts";
import { queries } from "./queries";
import { useRunning } from "./useRunning";
import { useSteps } from "./useSteps";

/** Around the pages of a window of its own: the row of calls above them, and at the foot what the window has for itself. */
export function WindowFrame() {
  const features = useFeatures();
  const [Bar] = useState(() => openedAt(features, location.pathname)?.window.Bar);
  const hasDock = features.some((feature) => feature.Dock);
  useRunning();
  const step = useSteps(2);
  return (
    <QueryClientProvider client={queries}>
      <div className="flex h-full flex-col">
        <SkipToContent />
        <ConnectionLine />
        {hasDock ? (
          <div className="h-18 shrink-0 border-b">{step > 1 ? <FeatureParts place="Dock" /> : null}</div>
        ) : null}
        <Content isDrawn={step > 0} />
        <div className="h-14 shrink-0 border-t bg-n2">{Bar ? <Bar /> : null}</div>
        <Over isDrawn={step > 1} />
      </div>
    </QueryClientProvider>
  );
}
