import { QueryClientProvider } from "@tanstack/react-query";
import { FeaturesContext, useFeatures } from "@/feature";
import { useUsedFeatures } from "../used";
import { BottomBar } from "./BottomBar";
import { ConnectionLine } from "./ConnectionLine";
import { Content, Over, SkipLinks } from "./Content";
import { FeatureParts } from "./FeatureParts";
import { queries } from "./queries";
import { Sidebar } from "./Sidebar";
import { TopRow } from "./TopRow";
import { useRunning } from "./useRunning";
import { useSteps } from "./useSteps";

/** Everything around the work: navigation, connection line, and what the features add that the organization uses. */
export function Frame() {
  return (
    <FeaturesContext value={useUsedFeatures()}>
      <Framed />
    </FeaturesContext>
  );
}

function Framed() {
  const hasDock = useFeatures().some((feature) => feature.Dock);
  useRunning();
  // First the navigation, then the page, then what is for later.
  const step = useSteps(2);
  return (
    <QueryClientProvider client={queries}>
      <div className="flex h-full flex-col">
        <SkipLinks hasDock={hasDock} />
        <ConnectionLine />
        <div className="flex min-h-0 flex-1">
          <Sidebar />
          <div className="flex min-w-0 flex-1 flex-col">
            <TopRow />
            {hasDock ? (
              // Its place is kept before its code is there, and whatever it shows.
              <div
                id="dock"
                tabIndex={-1}
                className="h-18 shrink-0 border-b max-sm:order-last max-sm:border-t max-sm:border-b-0"
              >
                {step > 1 ? <FeatureParts place="Dock" /> : null}
              </div>
            ) : null}
            <Content isDrawn={step > 0} />
          </div>
        </div>
        <BottomBar />
        <Over isDrawn={step > 1} />
      </div>
    </QueryClientProvider>
  );
}
